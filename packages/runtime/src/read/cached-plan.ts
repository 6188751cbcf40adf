import { rightsKey } from '../access/index.js';
import type { BoundedCache, CachedStatement, Scope } from '../content/index.js';
import { ContentError } from '../errors/index.js';
import type { AnyModel } from '../model/index.js';
import { type ReadPlan, queryShape } from '../plan/index.js';
import type { Parameters } from '../query/index.js';
import type { Query } from './request.js';

type Operation = 'list' | 'one' | `answer ${string}`;

/** Longer query strings are too rare to be worth keeping. */
const MAX_TEXT = 2_000;
/** A short query string can lead to a long statement; clients rarely repeat such a query string. */
const MAX_STATEMENT = 50_000;

/**
 * Takes a plan and its statement from the cache, or makes them: clients repeat the same few query strings. `basis` names
 * everything that the plan depends on besides the query, so a model that does not belong to the project has none.
 */
export function cachedPlan<T extends CachedStatement>(
  scope: Scope,
  model: AnyModel,
  operation: Operation,
  query: Query,
  make: (basis: string | undefined) => T,
): T & Pick<CachedStatement, 'key'> {
  const { content, caller } = scope;
  const [syntax, text] = query.text === undefined ? ['tree', JSON.stringify(query.tree)] : ['text', query.text];
  if (content.models.get(model.name) !== model || text.length > MAX_TEXT) return make(undefined);
  const rights = rightsKey(caller, content);
  // The length keeps apart rights and query strings that are the same when joined.
  const basis = `${model.name} ${operation} ${syntax} ${rights.length} ${rights}`;
  return cachedStatement(content.statements, `${basis} ${text}`, () => make(basis));
}

/** Takes a statement from a cache, or makes it. The key names the operation, which decides the type of the entry. */
export function cachedStatement<T extends CachedStatement>(
  cache: BoundedCache<CachedStatement>,
  key: string,
  make: () => T,
): T & Pick<CachedStatement, 'key'> {
  const known = cache.get(key) as T | undefined;
  if (known !== undefined) return known;
  const made = make();
  const { length } = made.statement.text;
  if (length > MAX_STATEMENT) return made;
  const named = { ...made, key };
  cache.set(key, named, key.length + length);
  return named;
}

/** How a read is planned. The steps know nothing of the request, because plans are kept for later requests. */
interface ReadSteps<Shaped, Planned> {
  /** Plans a query, which may have blanks. */
  readonly plan: (parameters: Parameters) => Shaped;
  /** Puts the values of the blanks in. */
  readonly fill: (planned: Shaped, texts: readonly string[]) => Planned;
}

/**
 * Plans a read by the shape of its query, so that pages, values and words that nobody has asked for need no planning. A
 * refusal names the values of the query, so a query that is refused is planned with them.
 */
export function planByShape<Shaped extends CachedStatement & { readonly plan: ReadPlan }, Planned>(
  { content }: Scope,
  basis: string | undefined,
  parameters: Parameters,
  { plan, fill }: ReadSteps<Shaped, Planned>,
): Planned {
  if (basis === undefined) return fill(plan(parameters), []);
  try {
    const shape = queryShape(parameters, content.settings.api.rest);
    const key = `${basis} ${JSON.stringify(shape.parameters)}`;
    const planned = cachedStatement(content.shapes, key, () => plan(shape.parameters));
    for (const blank of planned.plan.blanks) blank.fill(shape.texts);
    return fill(planned, shape.texts);
  } catch (error) {
    if (error instanceof ContentError) return fill(plan(parameters), []);
    throw error;
  }
}
