import { isObject } from 'content-gen/tools';
import { type ParseError, applyEdits, findNodeAtLocation, modify, parse, parseTree } from 'jsonc-parser';

import type { MovedFile } from '../files.js';
import type { Finding } from '../finding.js';
import type { Surveyor } from '../survey/surveyor.js';
import type { SchemaAttribute } from './schema-attributes.js';
import type { StoredView } from './stored-view.js';
import { type TranslatedView, translateView } from './translate-view.js';

/** The schema files of the project with the views that Strapi kept in its store. */
interface SchemaViews {
  readonly files: readonly MovedFile[];
  readonly findings: readonly Finding[];
}

/** Adds `studio` to the schemas of the project. A schema that has one already keeps it. */
export function translateViews(surveyor: Surveyor, views: readonly StoredView[], place: string): SchemaViews {
  const files: MovedFile[] = [];
  const findings: Finding[] = [];
  for (const view of views) {
    const path = schemaOf(surveyor, view);
    if (path === undefined) continue;
    const text = surveyor.project.read(path) ?? '';
    const schema: unknown = path.endsWith('.json') ? parse(text, [], { allowTrailingComma: true }) : undefined;
    const finding = { kind: 'admin', file: path, line: 1, name: `view of ${view.uid}` } as const;
    if (!isObject(schema)) {
      const note = `${place} has its labels and layout; write them into studio, because the schema is code`;
      findings.push({ ...finding, outcome: 'hand', effect: 'optional', note });
      continue;
    }
    if (hasStudio(schema)) continue;
    const translated = translateView(view, attributesOf(schema));
    const content = withView(text, translated);
    if (content === undefined) {
      findings.push({ ...finding, outcome: 'hand', effect: 'optional', note: `add studio by hand: ${place} has it` });
      continue;
    }
    if (content !== text) files.push({ path, content });
    const { lost } = translated;
    if (lost.length > 0) findings.push({ ...finding, outcome: 'unused', note: `without ${lost.join(', ')}` });
  }
  return { files, findings };
}

function schemaOf({ types, project }: Surveyor, { uid, isComponent }: StoredView): string | undefined {
  if (!isComponent) return types.find((type) => type.uid === uid)?.file;
  const base = `src/components/${uid.replace('.', '/')}`;
  return ['json', 'js', 'ts'].map((extension) => `${base}.${extension}`).find((path) => project.files.includes(path));
}

type Fields = Readonly<Record<string, unknown>>;

function attributesOf(schema: Fields): readonly SchemaAttribute[] {
  const options = isObject(schema['options']) ? schema['options'] : {};
  const ofType = options['privateAttributes'];
  return Object.entries(isObject(schema['attributes']) ? schema['attributes'] : {}).flatMap(([name, attribute]) => {
    if (!isObject(attribute)) return [];
    const { type, relation, private: own, visible } = attribute;
    const isPrivate = own === true || (Array.isArray(ofType) && ofType.includes(name));
    return [
      {
        name,
        type: String(type),
        relation: typeof relation === 'string' ? relation : '',
        isHidden: isPrivate || visible === false || type === 'password',
      },
    ];
  });
}

const STUDIO = ['pluginOptions', 'content-gen', 'studio'];

function hasStudio(schema: Fields): boolean {
  const attributes = isObject(schema['attributes']) ? Object.values(schema['attributes']) : [];
  return [schema, ...attributes].some((each) => {
    const plugins = isObject(each) ? each['pluginOptions'] : undefined;
    const own = isObject(plugins) ? plugins['content-gen'] : undefined;
    return isObject(own) && own['studio'] !== undefined;
  });
}

/** Changes nothing else of the file. Undefined if its form leaves no place for it, such as `"pluginOptions": null`. */
function withView(text: string, { ofType, ofAttributes }: TranslatedView): string | undefined {
  const edits = [
    ...Object.entries(ofAttributes).map(([name, options]) => [['attributes', name, ...STUDIO], options] as const),
    ...(Object.keys(ofType).length === 0 ? [] : [[STUDIO, ofType] as const]),
  ];
  const indent = /^[ \t]+/m.exec(text)?.[0] ?? '  ';
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  let changed = text;
  for (const [path, value] of edits) {
    const inside = path.slice(0, -1).map((_, length) => nodeAt(changed, path.slice(0, length + 1)));
    if (inside.some((node) => node !== undefined && node.type !== 'object')) return undefined;
    changed = applyEdits(changed, modify(changed, [...path], value, { formattingOptions }));
  }
  const errors: ParseError[] = [];
  parse(changed, errors, { allowTrailingComma: true });
  return errors.length === 0 ? changed : undefined;
}

function nodeAt(text: string, path: readonly string[]) {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  return tree && findNodeAtLocation(tree, [...path]);
}
