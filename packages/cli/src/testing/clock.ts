/** The time of this process, which a test can move. */
export interface TestClock {
  /** Moves the time to a moment. It goes on from there. */
  set(moment: Date | string): void;
  /** Lets time pass at once. */
  pass(time: Passed): void;
  /** The time of the machine again. */
  reset(): void;
}

export interface Passed {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly seconds?: number;
}

/** Moves `Date` of this process; the clock of the database and `performance.now()` stay. */
export function openClock(): TestClock {
  const Machine = Date;
  let ahead = 0;
  const now = () => Machine.now() + ahead;
  const Moved = new Proxy(Machine, {
    construct: (_, given, made) => Reflect.construct(Machine, given.length === 0 ? [now()] : given, made),
    apply: () => new Machine(now()).toString(),
    get: (_, name) => (name === 'now' ? now : Reflect.get(Machine, name)),
  });
  const move = (ms: number) => {
    if (Number.isNaN(ms)) throw new Error('This is no time');
    ahead = ms;
    globalThis.Date = ms === 0 ? Machine : Moved;
  };
  return {
    set: (moment) => move(new Machine(moment).getTime() - Machine.now()),
    pass: ({ days = 0, hours = 0, minutes = 0, seconds = 0 }) =>
      move(ahead + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000),
    reset: () => move(0),
  };
}
