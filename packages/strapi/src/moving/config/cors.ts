import { HEADER_NAME } from 'content-gen/tools';

import { entriesOf, flagOf, textOf, textsOf, valueAt, type Literal } from '../sources/literal.js';
import { type Reading, say } from './settings.js';

/** `strapi::cors` of `config/middlewares.ts`. */
export function readCors(reading: Reading, item: Literal, config: Literal | undefined): void {
  const written = valueAt(config, 'origin');
  const origins = typeof textOf(written) === 'string' ? [textOf(written) ?? ''] : textsOf(written);
  const credentials = flagOf(valueAt(config, 'credentials')) ?? true;
  const base = { name: 'strapi::cors', kind: 'setting' } as const;
  const headers = readHeaders(reading, config);
  if (Object.keys(headers).length > 0) reading.proposal.api.cors = headers;
  if (written === undefined || origins?.includes('*')) {
    if (credentials)
      return say(reading, item, { ...base, outcome: 'works', note: 'every site may read responses, as in Strapi' });
    reading.proposal.api.cors = { origins: 'reflect', credentials, ...headers };
    return say(reading, item, { ...base, outcome: 'translated' });
  }
  const isPossible = origins?.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin);
  if (origins === undefined || !isPossible) {
    const note =
      'write api.cors.origins in the config: a list such as https://www.example.org. Until then, pages of other sites may not read responses';
    reading.proposal.api.cors = { origins: [], credentials, ...headers };
    return say(reading, item, { ...base, outcome: 'hand', note });
  }
  reading.proposal.api.cors = { origins, credentials, ...headers };
  return say(reading, item, { ...base, outcome: 'translated', name: `strapi::cors: ${origins.join(', ')}` });
}

interface Headers {
  headers?: '*' | readonly string[];
  expose?: readonly string[];
}

/** The headers that both Strapi and this API allow without a setting. */
const USUAL = ['content-type', 'authorization', 'origin', 'accept'];

/** `headers` and `expose` of `strapi::cors`, as lists or as texts with commas. */
function readHeaders(reading: Reading, config: Literal | undefined): Headers {
  const found: Headers = {};
  for (const [key, literal] of entriesOf(config)) {
    if (['origin', 'credentials', 'enabled'].includes(key)) continue;
    const name = `strapi::cors ${key}`;
    if (key !== 'headers' && key !== 'expose') {
      say(reading, literal, { outcome: 'unused', name });
      continue;
    }
    const names =
      textsOf(literal) ??
      textOf(literal)
        ?.split(',')
        .map((one) => one.trim());
    if (names === undefined || !names.every((one) => HEADER_NAME.test(one))) {
      const note = `write api.cors.${key} in the config: a list of headers such as X-Shop`;
      say(reading, literal, { outcome: 'hand', name, note });
      continue;
    }
    say(reading, literal, { outcome: 'translated', name: `${name}: ${names.join(', ')}` });
    const own = names.filter((one) => !USUAL.includes(one.toLowerCase()));
    if (key === 'headers' && own.includes('*')) found.headers = '*';
    else if (own.length > 0) found[key] = own;
  }
  return found;
}
