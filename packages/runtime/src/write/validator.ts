import { ValidationError } from '../errors/index.js';
import { type AnyModel, type Attribute, type Model, componentsIn } from '../model/index.js';
import type { CreateInput, Input as Changes, StandardIssue, StandardResult, StandardSchemaV1 } from '../shape/index.js';
import { publishProblems } from './checks/publishable.js';
import { mayRepeatToAll, withoutForeignValues } from './checks/repeatable.js';
import { readData } from './input/body.js';
import type { InputValues } from './input/input.js';
import { ALL_RIGHTS } from './input/keys.js';
import { parseInput } from './input/parse.js';
import type { Problem } from './input/problems.js';
import { typedData } from './input/read.js';
import type { References } from './targets/references.js';
import { mergeRow } from './versions/merge.js';
import type { BodyRules } from './request.js';

/** A Standard Schema of `data` with the checks and the messages of a request. The schema asks no database. */
export interface InputSchema<Value> extends BodyRules {
  /** The write whose `data` the schema checks. */
  readonly purpose: Purpose;
  readonly '~standard': Omit<StandardSchemaV1<Value>['~standard'], 'validate'> & {
    readonly validate: (value: unknown) => StandardResult<Value>;
  };
}

/** Checks `data` of a new document. */
export interface InputValidator<S> extends InputSchema<CreateInput<S>> {
  /** Checks `data` of a change, which has only the attributes to change. */
  readonly update: InputSchema<Changes<S>>;
  /** Checks `data` of a draft, for which the rules of publishing do not hold yet. */
  readonly draft: InputSchema<Changes<S>>;
}

interface InputOptions {
  /** `connect` and `disconnect` work on media, in the profile `strapi`. */
  readonly connectsMedia?: boolean;
}

type Purpose = 'create' | 'update' | 'draft';

/** Makes the validator of the bodies of a content type, for `validators.ts`. */
export function inputValidator<S>(model: Model<S>, options: InputOptions = {}): InputValidator<S> {
  const schema = <Value>(purpose: Purpose): InputSchema<Value> => ({
    model,
    purpose,
    '~standard': {
      version: 1,
      vendor: 'content-gen',
      // Data without issues has the declared types.
      validate: (value) => validate(model, value, purpose, options) as StandardResult<Value>,
    },
  });
  return { ...schema<CreateInput<S>>('create'), update: schema('update'), draft: schema('draft') };
}

function validate(
  model: AnyModel,
  value: unknown,
  purpose: Purpose,
  { connectsMedia = false }: InputOptions,
): StandardResult<unknown> {
  try {
    const data = readData(value);
    const publish = purpose !== 'draft';
    const mode = {
      creating: purpose === 'create',
      final: !model.draftAndPublish,
      publish,
      connectsMedia,
      components: () => componentNames(model),
    };
    const { input, problems } = parseInput(model, data, mode, ALL_RIGHTS);
    if (problems !== undefined) {
      const { all, late, general } = problems;
      const found = [...all, ...(general === undefined ? [] : [general])];
      const isEarly = found.length > 0;
      return { issues: isEarly ? issuesOf(model, found) : late.slice(0, 1).map(({ message }) => ({ message })) };
    }
    const refused = model.draftAndPublish && publish ? unpublishable(model, input, purpose === 'create') : [];
    return refused.length === 0 ? { value: typedData(data, input) } : { issues: issuesOf(model, refused) };
  } catch (error) {
    if (error instanceof ValidationError) return { issues: [issueOfError(error)] };
    throw error;
  }
}

/**
 * The rules of publishing. Of a change only sent values are checked, and of these only values that no condition can
 * hide.
 */
function unpublishable(model: AnyModel, input: InputValues, creating: boolean): readonly Problem[] {
  const { values } = mergeRow(model, input, undefined, undefined, {
    references: asNamed,
    nextId: () => 0,
    refuse: () => undefined,
  });
  const problems = publishProblems(model, values);
  if (creating) return problems;
  const isKnown = (name: string, attribute: Attribute | undefined) =>
    input.has(name) && attribute?.kind === 'scalar' && attribute.conditions === undefined;
  return problems.filter(({ path: [name] }) => isKnown(String(name), model.attributes[String(name)]));
}

/** Only the database knows whether documents and files exist. */
const asNamed: References = {
  documents: [],
  refusal: undefined,
  missing: undefined,
  documentOf: ({ documentId, row }) => documentId ?? String(row),
  fileOf: ({ row = 0 }) => row,
};

function issuesOf(model: AnyModel, problems: readonly Problem[]): StandardIssue[] {
  return withoutForeignValues(problems, mayRepeatToAll(model)).map(({ path, message }) => ({ message, path }));
}

/** An issue of the data as a whole, or of a key, whose path has no indexes of lists. */
function issueOfError({ message, details }: ValidationError): StandardIssue {
  const { key, path, errors } = details as { key?: string; path?: string | null; errors?: readonly StandardIssue[] };
  if (errors?.[0] !== undefined) return { message, path: errors[0].path };
  if (key === undefined) return { message };
  return { message, path: (path ?? key).split('.') };
}

/** The components of a type and of the types that it has relations to. */
function componentNames(model: AnyModel): readonly string[] {
  const names = new Set<string>();
  const seen = new Set<object>();
  const visit = (holder: Pick<AnyModel, 'attributes'>): void => {
    if (seen.has(holder)) return;
    seen.add(holder);
    for (const attribute of Object.values(holder.attributes)) {
      for (const component of componentsIn(attribute)) {
        names.add(component.name);
        visit(component);
      }
      if (attribute.kind === 'relation' || attribute.kind === 'morphInverse') visit(attribute.target());
    }
  };
  visit(model);
  return [...names].sort((a, b) => (a < b ? 1 : -1));
}
