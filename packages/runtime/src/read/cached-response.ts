import type { DigestedAnswer, CachedResponse, ResponseCache, Scope } from '../content/index.js';
import { ClientDatabase, type Database } from '../database/index.js';
import { type Answer, type DatedAnswer, digestOf } from './answer.js';

/**
 * Gives an answer again while nothing was committed since the answer was read. A small statement, which requests at the
 * same time share, finds that out. So a repeated answer is exactly what its own statement would return. `key` names
 * everything that the statement depends on; without it, nothing is remembered.
 *
 * An answer is kept if two requests ask for it between two commits, and from then on while other requests ask for it.
 * So where commits come faster than repeated requests, no request pays for the small statement.
 */
export async function cachedResponse(
  { content, format }: Scope,
  key: string | undefined,
  read: (database: Database) => Promise<DatedAnswer>,
): Promise<Answer> {
  const { answers, database, snapshots } = content;
  // A transaction sees its own rows.
  if (key === undefined || answers === undefined || database.joined === true) return (await read(database)).answer;
  const name = `${format ?? 'v5'} ${key}`;
  const known = answers.find(name);
  if (known?.answer === undefined) return keepRead(answers, name, known, read(database));
  const startedAt = performance.now();
  const readAnew = () => keepRead(answers, name, known, read(ClientDatabase.since(database, startedAt)));
  const repeated = answers.repeat(name, await snapshots.current());
  if (repeated !== undefined) return repeated;
  // After a commit, one of many requests reads the answer, and the others then check whether that answer holds.
  const reading = answers.readAgain(name);
  if (reading === undefined) return answers.lead(name, readAnew());
  await reading;
  return answers.repeat(name, await snapshots.current()) ?? readAnew();
}

/** Keeps an answer that was read, if another request may ask for it. */
async function keepRead(
  answers: ResponseCache,
  name: string,
  known: CachedResponse | undefined,
  reading: Promise<DatedAnswer>,
): Promise<Answer> {
  const { answer, snapshot } = await reading;
  if (snapshot === undefined) return answer;
  const isRepeated = known !== undefined && (known.isUsed || known.snapshot === snapshot);
  if (!isRepeated) {
    answers.noteAsked(name, snapshot);
    return answer;
  }
  const kept = digested(answer);
  answers.keep(name, snapshot, kept);
  return kept;
}

/** A copy, because the bytes that the database sent may be a part of a larger message. */
function digested({ body, ...rest }: Answer): DigestedAnswer {
  return { ...rest, body: typeof body === 'string' ? body : Uint8Array.from(body), digest: digestOf(body) };
}
