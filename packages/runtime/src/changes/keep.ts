import type { Content } from '../content/index.js';
import { writeLog } from '../errors/index.js';
import { CHANGE_DAYS, areChangesDue } from '../model/index.js';

/** In milliseconds. Weeks are added two weeks ahead, so nothing is lost by a day without this. */
const EVERY_MS = 3_600_000;

/**
 * Adds the weeks of the log ahead of time, and drops those that are older than the settings want: now, and every hour.
 * Returns a function that ends this. Only reads where nothing is due, because every commit ends remembered answers.
 */
export function keepLog({ settings, database }: Content): () => void {
  const { events } = settings;
  if (events === undefined) return () => undefined;
  const days = events.days ?? CHANGE_DAYS;
  const keep = async () => {
    const [found] = await database.rows<{ due: boolean }>(`select ${areChangesDue('$1::integer')} as due`, [days]);
    if (found?.due === true) await database.rows('select cg_keep_changes($1::integer)', [days]);
  };
  const attempt = () =>
    void keep().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      writeLog({ level: 'error', message: `The log of changes could not be kept in order: ${reason}` });
    });
  attempt();
  const timer = setInterval(attempt, EVERY_MS).unref();
  return () => clearInterval(timer);
}
