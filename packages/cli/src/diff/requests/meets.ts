import type { Attribute, ContentModel, ContentType } from '../../model/model.js';
import { targetOf } from '../../permissions/rights.js';
import type { Change, Owner, Use } from '../change.js';
import type { Pair } from '../lists.js';
import type { ProjectState } from '../state/state.js';
import { isReading } from '../verbs.js';
import type { RecordedRequest } from './recorded.js';
import { type Route, routesOf, routesOfType } from './routes.js';

/** A recorded request, and the route of the old state that answers it. */
export interface SentRequest extends RecordedRequest {
  readonly route?: Route;
  readonly words: ReadonlySet<string>;
}

/** Finds the routes of requests that clients of a state have sent. */
export function sentTo({ config, model }: ProjectState, requests: readonly RecordedRequest[]): readonly SentRequest[] {
  const routes = model.contentTypes.flatMap((type) => routesOfType(type, config.settings.api.prefix));
  return requests.map((request) => {
    const route = routeOf(request, routes);
    return { ...request, words: wordsOf(request.query), ...(route === undefined ? {} : { route }) };
  });
}

/** The recorded requests that a change affects. */
export function requestsThatMeet(
  { use, subject }: Pick<Change, 'use' | 'subject'>,
  requests: readonly SentRequest[],
  states: Pair<ProjectState>,
): readonly RecordedRequest[] {
  if (use === undefined) return requests.filter((request) => isAffectedBySetting(subject, request, states.before));
  const routes = routesOf(use, states);
  return requests.filter((request) => {
    const { route: sent } = request;
    if (sent === undefined) return false;
    const isDirect = routes.some((route) => route.verb === sent.verb && route.type.name === sent.type.name);
    if (isDirect) return !isReading(sent.verb) || uses(request, sent.type, use, states.before);
    return isReading(sent.verb) && use.verbs.some(isReading) && populates(request, sent.type, routes, states.before);
  });
}

/** The prefix and the format of responses concern every request below the prefix. */
function isAffectedBySetting(subject: string, { pathname }: RecordedRequest, { config }: ProjectState): boolean {
  const isGeneral = subject === 'api.prefix' || subject === 'api.responses';
  return isGeneral && pathname.startsWith(`${config.settings.api.prefix}/`);
}

const methods: Readonly<Record<string, Route['method']>> = {
  HEAD: 'GET',
  GET: 'GET',
  POST: 'POST',
  PUT: 'PUT',
  DELETE: 'DELETE',
};

function routeOf({ method, pathname }: RecordedRequest, routes: readonly Route[]): Route | undefined {
  const segments = pathname.split('/');
  return routes.find((route) => {
    const expected = route.path.split('/');
    return (
      route.method === methods[method] &&
      expected.length === segments.length &&
      expected.every((part, index) => part === segments[index] || (part.startsWith(':') && segments[index] !== ''))
    );
  });
}

/** Whether a read of a type uses an attribute: it names the attribute, or the answer has it. */
function uses({ query, words }: SentRequest, type: ContentType, use: Use, { model, config }: ProjectState): boolean {
  if (use.attribute === undefined) return true;
  if (words.has(use.attribute)) return true;
  if (use.isNamed === true) return false;
  const owner = ownerNamed(use.owner, model) ?? type;
  const attribute = owner.attributes.find(({ name }) => name === use.attribute);
  const populated = populatedWords(query, type.name, config.settings.api.populate);
  // Entries of a component are in an answer that populates them.
  const isPopulated = ({ kind, name }: Attribute) =>
    (kind === 'component' || kind === 'dynamicZone') && isIn(populated, name);
  if (owner.name !== type.name && !type.attributes.some(isPopulated)) return false;
  if (attribute === undefined || attribute.kind === 'scalar') return !choosesFields(query);
  return populated.has('*');
}

/** Whether a request names the fields of its own documents. Fields below populate are those of others. */
function choosesFields(query: string): boolean {
  return query.split('&').some((part) => /^fields\b/.test(part));
}

function ownerNamed(name: string, { components, contentTypes }: ContentModel): Owner | undefined {
  return [...components, ...contentTypes].find((each) => each.name === name);
}

/** Whether a read of another type populates a type of the routes. */
function populates(
  { query, words: named }: SentRequest,
  from: ContentType,
  routes: readonly Route[],
  { model, config }: ProjectState,
): boolean {
  const wanted = new Set(routes.map(({ type }) => type.name));
  const words = new Set([...named, ...populatedWords(query, from.name, config.settings.api.populate)]);
  const seen = new Set<string>();
  const visit = (owner: Owner): boolean => {
    if (seen.has(owner.name)) return false;
    seen.add(owner.name);
    return owner.attributes
      .filter(({ name }) => isIn(words, name))
      .flatMap((attribute) => nextOwners(attribute, model))
      .some((next) => wanted.has(next.name) || visit(next));
  };
  return visit(from);
}

function nextOwners(attribute: Attribute, model: ContentModel): readonly Owner[] {
  const names =
    attribute.kind === 'component'
      ? [attribute.component]
      : attribute.kind === 'dynamicZone'
        ? attribute.components
        : [targetOf(attribute) ?? ''];
  return names.flatMap((name) => ownerNamed(name, model) ?? []);
}

function isIn(words: ReadonlySet<string>, name: string): boolean {
  return words.has(name) || words.has('*');
}

/** `populate[author][fields]=name` → populate, author, fields, name */
function wordsOf(query: string): ReadonlySet<string> {
  return new Set(query.match(/[A-Za-z0-9_]+|\*/g) ?? []);
}

/** The words of what a request populates: its own, or those of the config. */
function populatedWords(
  query: string,
  type: string,
  settings: Readonly<Record<string, unknown>> | undefined,
): ReadonlySet<string> {
  const own = query.split('&').filter((part) => part.startsWith('populate'));
  return wordsOf(own.length > 0 ? own.join('&') : (JSON.stringify(settings?.[type]) ?? ''));
}
