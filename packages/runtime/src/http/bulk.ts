import type { Context } from 'hono';

import { type Bulk, BulkTally, answerBulk, prepareBulk } from '../bulk/index.js';
import { errorText } from '../errors/index.js';
import type { AnyModel } from '../model/index.js';
import { VARY, json, respond } from './answers.js';
import { readBody } from './bodies.js';
import type { ContentEnv } from './context.js';
import { failureOf } from './failures.js';
import { readQuery } from './request.js';

/** Writes many documents of a type: `POST /api/articles/actions/bulk`. */
export async function bulk(c: Context<ContentEnv>, model: AnyModel): Promise<Response> {
  const query = readQuery(c);
  const prepared = await prepareBulk(c.var.scope, model, await readBody(c), query);
  if (asksForLines(c)) return streamed(c, prepared);
  return json(c, await answerBulk(prepared, { explain: (error) => failureOf(c, error) }));
}

const LINES = 'application/x-ndjson';

function asksForLines(c: Context<ContentEnv>): boolean {
  return (c.req.header('accept') ?? '')
    .toLowerCase()
    .split(/[,;]/)
    .some((type) => type.trim() === LINES);
}

/**
 * One line of JSON for each outcome, as soon as the outcome is final. The status is sent before, so errors are lines,
 * too.
 */
function streamed(c: Context<ContentEnv>, prepared: Bulk): Response {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(undefined, { highWaterMark: 16 });
  void writeLines(c, prepared, writable.getWriter());
  return respond(c, readable, 200, {
    'Content-Type': `${LINES}; charset=utf-8`,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, no-cache',
    Vary: `${VARY}, Accept`,
  });
}

async function writeLines(
  c: Context<ContentEnv>,
  prepared: Bulk,
  writer: WritableStreamDefaultWriter<Uint8Array>,
): Promise<void> {
  const encoder = new TextEncoder();
  const write = (line: string) => writer.write(encoder.encode(`${line}\n`));
  const tally = new BulkTally();
  const { total } = prepared;
  const step = Math.max(1, Math.floor(total / 100));
  let isGone = false;
  writer.closed.catch(() => (isGone = true));
  try {
    await prepared.run({
      streams: true,
      explain: (error) => failureOf(c, error),
      // A client that reads slowly loses lines of progress: the transaction must not wait for it.
      onProgress: (done) => {
        const isDue = done % step === 0 && (writer.desiredSize ?? 0) > 0;
        if (isDue) write(JSON.stringify({ progress: { done, total } })).catch(() => undefined);
      },
      onResult: async (index, result) => {
        const error = tally.add(index, result);
        await write(
          'json' in result ? `{"index":${index},"data":${result.json}}` : JSON.stringify({ index, data: null, error }),
        );
      },
    });
    await write(JSON.stringify({ meta: tally.counts }));
    await writer.close();
  } catch (error) {
    // A client that has gone makes every write fail, which is no error of the server.
    if (isGone) return;
    await write(errorText(failureOf(c, error)))
      .then(() => writer.close())
      .catch(() => undefined);
  }
}
