import type { Connection } from '../connection.js';
import { CrowdedOut, isTooLong } from '../failures.js';
import { SLOW_MS } from './speed.js';
import type { Task } from './task.js';

/** How many slow statements with one text run at the same time. */
interface Pace {
  limit: number;
  /** When the limit became smaller; 0: never yet. A statement that began before has shared its time with more. */
  since: number;
  /** When several were seen last, since the limit became smaller. */
  crowdedAt: number;
  /** Whether statements end in their time; `undefined`: none has run alone or ended yet. */
  canEnd: boolean | undefined;
  /** The time from the end of one statement to that of the next, while others wait; 0: not known. */
  everyMs: number;
}

/**
 * How much longer than for one connection a task waits in all of its attempts, and in one if statements with its text end,
 * but only few at the same time.
 */
const PATIENCE = 3;
/** The part of its time that a statement has once more when others end for its sake. */
const MORE_TIME = 0.8;
/** The latest start of a statement of which none has ended yet, as a part of its time: its client has waited before. */
const LATEST_START = 0.9;
/** The part of the average that the last statement makes. */
const NEWEST = 0.2;
/** The part of its time that a statement takes at most if there is room for others beside it. */
const ROOM = 0.8;
const MAX_PACES = 100;

/**
 * Slow reads that run side by side share the processors of the database, so that each takes longer, until none ends in its
 * time. When that happens to reads with the same text, the oldest go on with more time, and the others end and wait for
 * their turn: all but one end if none has ended before, because then nobody knows whether one can. More run side by side
 * again while they end in their time. Other texts have no pace.
 */
export class Paces {
  readonly #size: number;
  readonly #paces = new Map<string, Pace>();

  constructor(size: number) {
    this.#size = size;
  }

  /** Whether reads with the text of a task have used up each other's time. */
  isLimited(task: Task): boolean {
    return this.#limitedPaceOf(task) !== undefined;
  }

  /** Whether a task must not start beside `running` tasks with its text. */
  isFull(task: Task, running: number, now: number): boolean {
    const pace = this.#limitedPaceOf(task);
    if (pace === undefined) return false;
    const comesTooLate = pace.canEnd !== true && task.ageMs(now) > LATEST_START * task.limitMs;
    return comesTooLate || running >= Math.floor(pace.limit);
  }

  /** Whether a task has waited for too long. */
  isLate(task: Task, waitMs: number, now: number): boolean {
    const pace = this.#limitedPaceOf(task);
    if (task.waitedMs(now) > PATIENCE * waitMs) return true;
    if (pace?.canEnd === true) return false;
    if (now - task.askedAt > waitMs) return true;
    if (pace === undefined) return false;
    // The read that goes on alone shows whether there is hope.
    return task.ageMs(now) > (pace.canEnd === false ? LATEST_START : LATEST_START + 1) * task.limitMs;
  }

  /** Whether a task would wait in vain behind `waiting` others with its text. */
  wouldBeLate(task: Task, waiting: number, waitMs: number): boolean {
    const pace = this.#limitedPaceOf(task);
    return pace?.canEnd === true && waiting * pace.everyMs > PATIENCE * waitMs;
  }

  /** Narrows the pace of the texts of which a read has used up its time beside others. */
  narrow(open: Iterable<Connection>, now: number): void {
    for (const [text, reads] of slowReads(open, now)) {
      const pace = this.#paces.get(text) ?? (reads.length > 1 ? this.#begin(text, reads) : undefined);
      if (pace === undefined) continue;
      if (reads.length > 1) pace.crowdedAt = now;
      if (reads.every(({ front: { limitMs, until } }) => until >= now || pace.crowdedAt <= until - limitMs)) continue;
      pace.limit = pace.canEnd === true ? Math.ceil(reads.length / 2) : 1;
      pace.since = now;
      pace.crowdedAt = 0;
      const oldestFirst = reads.toSorted((a, b) => a.front.startedAt - b.front.startedAt);
      for (const { front } of oldestFirst.slice(0, pace.limit)) front.extend(MORE_TIME, now);
      for (const { connection, front } of oldestFirst.slice(pace.limit))
        connection.cancel(front, new CrowdedOut(), now);
    }
  }

  /** A task has ended after `ms`. Returns how long it would have taken beside as many others as there are connections. */
  note(task: Task, ms: number): number {
    const pace = this.#paceOf(task);
    if (pace === undefined) return ms;
    const crowdedMs = (ms * this.#size) / pace.limit;
    if (task.cancellation === undefined) this.#noteEnd(pace, task, ms);
    // One read may take longer than the others. An attempt that others interrupted has less time.
    else if (pace.canEnd === undefined && pace.limit < 2 && ms >= task.limitMs && isTooLong(task.cancellation.reason))
      pace.canEnd = false;
    if (task.cancellation === undefined && crowdedMs <= SLOW_MS) this.#paces.delete(task.text!);
    return crowdedMs;
  }

  #noteEnd(pace: Pace, { limitMs, startedAt }: Task, ms: number): void {
    pace.canEnd = true;
    if (startedAt < pace.since) return;
    const everyMs = ms / pace.limit;
    pace.everyMs = pace.everyMs === 0 ? everyMs : pace.everyMs + NEWEST * (everyMs - pace.everyMs);
    if (ms < ROOM * limitMs) pace.limit = Math.min(this.#size, pace.limit + 1 / pace.limit);
  }

  #paceOf({ text }: Task): Pace | undefined {
    return text === undefined ? undefined : this.#paces.get(text);
  }

  #limitedPaceOf(task: Task): Pace | undefined {
    const pace = this.#paceOf(task);
    return pace === undefined || pace.since === 0 ? undefined : pace;
  }

  #begin(text: string, reads: readonly SlowRead[]): Pace {
    // A text that was fast the last time has ended.
    const canEnd = reads.some(({ front }) => front.speed === 'fast') || undefined;
    const pace = { limit: this.#size, since: 0, crowdedAt: 0, canEnd, everyMs: 0 };
    const [oldest = ''] = this.#paces.keys();
    if (this.#paces.size >= MAX_PACES) this.#paces.delete(oldest);
    this.#paces.set(text, pace);
    return pace;
  }
}

interface SlowRead {
  readonly connection: Connection;
  /** The task that the server works on. */
  readonly front: Task;
}

/** The slow reads that were not cancelled, by their texts. */
function slowReads(open: Iterable<Connection>, now: number): ReadonlyMap<string, readonly SlowRead[]> {
  const found = new Map<string, SlowRead[]>();
  for (const connection of open) {
    const [front] = connection.tasks;
    if (front?.text === undefined || !front.isRead || front.cancellation !== undefined) continue;
    if (front.speed !== 'slow' && now - front.startedAt <= SLOW_MS) continue;
    const same = found.get(front.text);
    if (same === undefined) found.set(front.text, [{ connection, front }]);
    else same.push({ connection, front });
  }
  return found;
}
