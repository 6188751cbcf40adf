import { entriesOf, flagOf, itemsOf, numberOf, textOf, valueAt, type Literal } from '../sources/literal.js';
import { readCors } from './cors.js';
import { bytesOf } from './duration.js';
import { type Reading, say, sayUnknown } from './settings.js';

/** `config/api.ts` */
export function readApi(reading: Reading, value: Literal): void {
  const { proposal } = reading;
  const rest = valueAt(value, 'rest');
  const prefix = textOf(valueAt(rest, 'prefix'));
  if (prefix !== undefined && prefix !== '/api') {
    const path = prefix.startsWith('/') ? prefix : `/${prefix}`;
    if (/^(\/[A-Za-z0-9._~-]+)+$/.test(path)) proposal.api.prefix = path;
    const note = 'a prefix here is a path such as /api';
    const isPossible = proposal.api.prefix !== undefined;
    say(reading, valueAt(rest, 'prefix'), {
      outcome: isPossible ? 'translated' : 'hand',
      name: `rest.prefix: ${prefix}`,
      ...(isPossible ? {} : { note }),
    });
  }
  const found = {
    defaultLimit: positive(numberOf(valueAt(rest, 'defaultLimit'))),
    maxLimit: positive(numberOf(valueAt(rest, 'maxLimit'))),
    withCount: flagOf(valueAt(rest, 'withCount')),
    strictParams: flagOf(valueAt(rest, 'strictParams')),
  };
  const known = Object.entries(found).filter(([, setting]) => setting !== undefined);
  if (known.length > 0) proposal.api.rest = Object.fromEntries(known);
  for (const [name, setting] of known)
    say(reading, valueAt(rest, name), { outcome: 'translated', name: `rest.${name}: ${setting}` });
  for (const name of ['defaultLimit', 'maxLimit'] as const) {
    const written = valueAt(rest, name);
    if (written === undefined || found[name] !== undefined) continue;
    const note = 'not a positive number; write api.rest in the config';
    say(reading, written, { outcome: 'hand', name: `rest.${name}`, note });
  }
  sayUnknown(reading, entriesOf(rest), ['prefix', ...Object.keys(found)], 'rest.');
  if (valueAt(value, 'responses', 'privateAttributes')) {
    const note = 'mark the attributes as private in their schemas';
    say(reading, valueAt(value, 'responses'), { outcome: 'hand', name: 'responses.privateAttributes', note });
  }
  const documents = valueAt(value, 'documents');
  if (documents) say(reading, documents, { outcome: 'unused', name: 'documents' });
  sayUnknown(reading, entriesOf(value), ['rest', 'responses', 'documents'], '');
  if (entriesOf(value).length === 0) say(reading, value, { outcome: 'unused', name: 'config/api without settings' });
}

function positive(count: number | undefined): number | undefined {
  return count !== undefined && Number.isInteger(count) && count > 0 ? count : undefined;
}

/** Middlewares of Strapi that have a counterpart, or that nothing has to replace. */
const BUILT_IN: Readonly<Record<string, string>> = {
  logger: '',
  errors: '',
  security: 'the API sets its own headers',
  poweredBy: '',
  session: '',
  favicon: '',
  public: 'files of public/ other than uploads are not served',
};

/** `{ resolve: './src/middlewares/geo' }` is `global::geo`; other paths stay unchanged. */
function idOfPath(path: string | undefined): string | undefined {
  return path?.replace(/^(?:\.\.?\/)*src\/middlewares\/(.+?)(?:\.[cm]?[jt]s)?$/, 'global::$1');
}

/** `config/middlewares.ts`. Returns the names of the project's own middlewares in their order. */
export function readMiddlewares(
  reading: Reading,
  value: Literal,
): readonly { readonly id: string; readonly line: number }[] {
  const own: { id: string; line: number }[] = [];
  for (const item of itemsOf(value)) {
    const id = textOf(item) ?? textOf(valueAt(item, 'name')) ?? idOfPath(textOf(valueAt(item, 'resolve')));
    const config = valueAt(item, 'config');
    // A computed middleware may refuse requests, so it gets a stub as well.
    if (id === undefined) own.push({ id: `a computed middleware in line ${item.line}`, line: item.line });
    else if (id === 'strapi::cors') readCors(reading, item, config);
    else if (id === 'strapi::body') readBody(reading, item, config);
    else if (id === 'strapi::query') readQuery(reading, item, config);
    else if (id === 'strapi::compression') {
      const note = 'let your proxy compress, or use hono/compress';
      say(reading, item, { outcome: 'hand', kind: 'middleware', name: id, note });
    } else if (id.startsWith('strapi::')) {
      const note = BUILT_IN[id.slice('strapi::'.length)];
      const outcome = note === undefined ? 'hand' : 'unused';
      say(reading, item, { outcome, kind: 'middleware', name: id, ...(note ? { note } : {}) });
    } else own.push({ id, line: item.line });
  }
  if (value.kind !== 'list') {
    own.push({ id: 'a computed list of middlewares', line: value.line });
  }
  return own;
}

/** A list in a query string has at most this many entries here. */
const LONGEST_LIST = 1_000;

function readQuery(reading: Reading, item: Literal, config: Literal | undefined): void {
  const limit = positive(numberOf(valueAt(config, 'arrayLimit')));
  if (limit === undefined) return say(reading, item, { outcome: 'unused', kind: 'middleware', name: 'strapi::query' });
  reading.proposal.api.rest = { ...reading.proposal.api.rest, arrayLimit: Math.min(limit, LONGEST_LIST) };
  const note = `lists of query strings have at most ${LONGEST_LIST} entries`;
  say(reading, item, {
    outcome: 'translated',
    name: `strapi::query: arrayLimit ${limit}`,
    ...(limit > LONGEST_LIST ? { note } : {}),
  });
}

function readBody(reading: Reading, item: Literal, config: Literal | undefined): void {
  const plain = (literal: Literal | undefined) => bytesOf(numberOf(literal) ?? textOf(literal));
  const json = plain(valueAt(config, 'jsonLimit'));
  const file = plain(valueAt(config, 'formidable', 'maxFileSize'));
  if (json !== undefined) reading.proposal.api.rest = { ...reading.proposal.api.rest, maxBodyBytes: json };
  if (file !== undefined) {
    reading.proposal.upload.sizeLimit = file;
    if (file > 1_073_741_824) reading.proposal.upload.requestSizeLimit = file;
  }
  const isSet = json !== undefined || file !== undefined;
  say(reading, item, { outcome: isSet ? 'translated' : 'unused', name: 'strapi::body' });
}
