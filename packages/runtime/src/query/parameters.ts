import { ContentError, invalidKey, ValidationError } from '../errors/index.js';
import type { PublicationFilter, Status } from '../shape/index.js';
import type { Blank, FieldsAst, FilterAst, PageAst, PopulateAst, SortAst } from './ast.js';
import { parseFields } from './fields.js';
import { parseFilters } from './filters.js';
import { parsePage, parsePopulate } from './populate.js';
import { MAX_NAMES, type Tree, type TreeObject, isTreeList, shown } from './tree.js';
import { parseSort } from './sort.js';

const publicationFilters = [
  'never-published',
  'has-published-version',
  'modified',
  'unmodified',
  'never-published-document',
  'has-published-version-document',
  'published-without-draft',
  'published-with-draft',
] as const satisfies readonly PublicationFilter[];

/** Every parameter of a request, as syntax. */
export interface Parameters {
  readonly sort: readonly SortAst[];
  readonly fields: FieldsAst;
  readonly filters?: FilterAst;
  readonly populate?: PopulateAst;
  readonly page: PageAst;
  readonly status: Status;
  /** Codes, or `*`. An empty list stands for the default locale. */
  readonly locale: readonly string[];
  /** The locale was sent as a list (`locale[0]=en`), which asks for several versions even with one code. */
  readonly localeList: boolean;
  readonly search?: string | Blank<'text'>;
  readonly publicationFilter?: PublicationFilter;
}

const KNOWN = new Set([
  'sort',
  'fields',
  'filters',
  'populate',
  'pagination',
  'status',
  'locale',
  '_q',
  'publicationFilter',
  'hasPublishedVersion',
]);

interface ParameterOptions {
  /** Refuses parameters that no request has. */
  readonly strict: boolean;
  /** The status of a request that names none. */
  readonly defaultStatus?: Status;
  /** The request reads a list, so its page counts. */
  readonly isPaged?: boolean;
  /** The most entries of a list in `sort`, `fields` and `populate`. */
  readonly arrayLimit?: number;
}

/** The options of a request, by the settings of the project. */
export function requestOptions({
  strictParams,
  arrayLimit,
}: {
  readonly strictParams: boolean;
  readonly arrayLimit?: number;
}): ParameterOptions {
  return { strict: strictParams, ...(arrayLimit === undefined ? {} : { arrayLimit }) };
}

export function parseParameters(
  tree: TreeObject,
  { strict, isPaged = false, defaultStatus = 'published', arrayLimit = MAX_NAMES }: ParameterOptions,
): Parameters {
  if (strict) refuseUnknown(tree);
  else if (isPaged) refuseFlatPage(tree);
  const parameters: { -readonly [Key in keyof Parameters]: Parameters[Key] } = {
    sort: tree['sort'] === undefined ? [] : parseSort(tree['sort'], 'sort', arrayLimit),
    fields: isSent(tree['fields']) ? parseFields(tree['fields'], arrayLimit) : { kind: 'all' },
    page: tree['pagination'] === undefined ? {} : parsePage(tree['pagination']),
    status: parseStatus(tree['status'], defaultStatus),
    locale: parseLocale(tree['locale']),
    localeList: isLocaleList(tree['locale']),
  };
  const filters = tree['filters'] === undefined ? undefined : parseFilters(tree['filters'], 'filters');
  if (filters !== undefined) parameters.filters = filters;
  const populate = tree['populate'] === undefined ? undefined : parsePopulate(tree['populate'], arrayLimit);
  if (populate !== undefined) parameters.populate = populate;
  const search = parseSearch(tree['_q']);
  if (search !== undefined) parameters.search = search;
  const publicationFilter = parsePublicationFilter(tree);
  if (publicationFilter !== undefined) parameters.publicationFilter = publicationFilter;
  return parameters;
}

function refuseUnknown(tree: TreeObject): void {
  for (const key of Object.keys(tree)) {
    if (KNOWN.has(key)) continue;
    if (key === 'page' || key === 'pageSize') {
      throw new ValidationError(
        'Invalid pagination parameters. Cannot use both page-based (page, pageSize) and offset-based (start, limit) pagination in the same query.',
      );
    }
    throw invalidKey(key, { source: 'query', param: key, path: null });
  }
}

/** Strapi also refuses these names where it ignores others, because the answer would be another page. */
function refuseFlatPage(tree: TreeObject): void {
  if (tree['page'] === undefined && tree['pageSize'] === undefined) return;
  const message =
    'Invalid pagination attributes. The page parameters are incorrect and must be in the pagination object';
  throw new ContentError(400, 'PaginationError', message);
}

function parseStatus(tree: Tree | undefined, fallback: Status): Status {
  if (tree === undefined) return fallback;
  if (tree === 'draft' || tree === 'published') return tree;
  throw new ValidationError(`Invalid parameter at 'status'. Expected 'published' or 'draft', received: ${shown(tree)}`);
}

const LOCALE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
const MAX_LOCALE_LENGTH = 35;

/** Whether the parameter is a list with at least one code. */
function isLocaleList(tree: Tree | undefined): boolean {
  return tree !== undefined && isTreeList(tree) && tree.some(isSent);
}

function isSent(tree: Tree | undefined): tree is Exclude<Tree, null> {
  return tree !== undefined && tree !== null && tree !== '';
}

/** Empty codes count as absent. */
function parseLocale(tree: Tree | undefined): readonly string[] {
  if (!isSent(tree)) return [];
  if (typeof tree === 'string') return [checkLocale(tree, 'locale')];
  if (isTreeList(tree)) {
    return tree.filter(isSent).map((code, index) => checkLocale(code, `locale[${index}]`));
  }
  throw new ValidationError(
    "Invalid parameter at 'locale'. Expected a string, array of strings, empty string, null, or undefined; received: object",
    { received: tree },
  );
}

function checkLocale(code: Tree, key: string): string {
  if (typeof code !== 'string') {
    throw new ValidationError(`Invalid parameter at '${key}'. Expected a string, received: object`, {
      received: code,
    });
  }
  if (code === '*' || (code.length <= MAX_LOCALE_LENGTH && LOCALE.test(code))) return code;
  const reason =
    code.length > MAX_LOCALE_LENGTH
      ? `Locale exceeds maximum length of ${MAX_LOCALE_LENGTH} characters`
      : 'Locale must be a valid BCP 47 format (e.g. en, en-US, zh-Hans)';
  throw new ValidationError(`Invalid parameter at '${key}'. ${reason}.`);
}

function parseSearch(tree: Tree | undefined): string | undefined {
  if (!isSent(tree)) return undefined;
  if (typeof tree === 'string') return tree;
  throw new ValidationError('Invalid _q parameter. Expected a string', { source: 'query', param: '_q' });
}

function parsePublicationFilter(tree: TreeObject): PublicationFilter | undefined {
  const value = tree['publicationFilter'] ?? undefined;
  if (value !== undefined) {
    const found = publicationFilters.find((name) => name === value);
    if (found !== undefined) return found;
    throw new ValidationError(
      `Invalid value for 'publicationFilter'. Expected one of: ${publicationFilters.join(', ')}.`,
      { source: 'query', param: 'publicationFilter' },
    );
  }
  const legacy = tree['hasPublishedVersion'] ?? undefined;
  if (legacy === undefined) return undefined;
  // As in Strapi, the former parameter looks at all locales of the document.
  if (legacy === 'true') return 'has-published-version-document';
  if (legacy === 'false') return 'never-published-document';
  throw new ValidationError("Invalid value for 'hasPublishedVersion'. Expected boolean or 'true'/'false' string.");
}
