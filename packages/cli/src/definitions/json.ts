import { type Node, type ParseError, type ParseOptions, parseTree, printParseErrorCode } from 'jsonc-parser';

import type { RawObject, RawProperty, RawValue } from './raw.js';
import { spanAt } from './raw.js';
import { type Result, failed, ok } from '../diagnostics/diagnostic.js';
import { positionsIn } from './positions.js';

/** Reads a JSON file that contains one object. */
export function readJson(file: string, text: string): Result<RawObject> {
  return read(file, text, { disallowComments: true });
}

/** Reads a schema file. Strapi projects have some with comments and trailing commas, which are warnings. */
export function readSchema(file: string, text: string): Result<RawObject> {
  const strict = readJson(file, text);
  if (strict.ok) return strict;
  const lenient = read(file, text, { allowTrailingComma: true });
  if (!lenient.ok) return lenient;
  return ok(
    lenient.value,
    strict.diagnostics.map(({ span }) => {
      const message = 'the file has comments or trailing commas, which strict JSON does not have';
      return { code: 'CG501', span, message };
    }),
  );
}

function read(file: string, text: string, options: ParseOptions): Result<RawObject> {
  const errors: ParseError[] = [];
  const positions = positionsIn(text);
  const tree = parseTree(text.replace(/^\uFEFF/, ' '), errors, { ...options, allowEmptyContent: false });

  // The parser continues after an error, but all further errors are consequences of the first one.
  const [first] = errors;
  if (first) {
    const message = `JSON syntax: ${explanations[printParseErrorCode(first.error)] ?? 'this is not valid JSON'}`;
    return failed([{ code: 'CG201', span: spanAt(file, positions(first.offset)), message }]);
  }
  const value = tree && convert(tree, positions);
  if (value?.kind === 'object') return ok(value);
  const message = 'the file must contain a JSON object';
  return failed([{ code: 'CG201', span: spanAt(file, value ?? { line: 1, column: 1 }), message }]);
}

function convert(node: Node, positions: ReturnType<typeof positionsIn>): RawValue {
  const at = positions(node.offset);
  if (node.type === 'array') {
    return { kind: 'array', ...at, items: (node.children ?? []).map((child) => convert(child, positions)) };
  }
  if (node.type !== 'object') return { kind: 'scalar', ...at, value: node.value };
  const properties = (node.children ?? []).flatMap(({ children: [key, value] = [] }): RawProperty[] =>
    key && value ? [{ name: key.value, ...positions(key.offset), value: convert(value, positions) }] : [],
  );
  return { kind: 'object', ...at, properties };
}

const explanations: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is not a JSON value; put text in double quotes',
  InvalidNumberFormat: 'this is not a number',
  PropertyNameExpected: 'expected a property name in double quotes',
  ValueExpected: 'expected a value',
  ColonExpected: 'expected a colon',
  CommaExpected: 'expected a comma',
  CloseBraceExpected: 'expected a closing brace',
  CloseBracketExpected: 'expected a closing bracket',
  EndOfFileExpected: 'expected the end of the file',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'this comment has no end',
  UnexpectedEndOfString: 'this text has no closing quote',
  InvalidUnicode: 'this is not a valid unicode escape',
  InvalidEscapeCharacter: 'this is not a valid escape sequence',
  InvalidCharacter: 'this character must be escaped',
};
