/** A question of a tab to the other tabs of the studio in the same browser. */
interface Asked {
  readonly ask: string;
}

interface Answered<T> {
  readonly to: string;
  readonly answer: T;
}

/** All open tabs hold this lock at once, and a tab that is closed loses it, so that the others can be counted. */
const OPEN = 'content-gen-studio:open';

/** A tab that has not answered after this time is frozen. A tab on a busy machine answers sooner. */
const PATIENCE_MS = 3_000;
/** The time of each question where tabs cannot be counted, because the question then always waits until its end. */
const SHORT_PATIENCE_MS = 300;

/** Browsers have locks in secure contexts only. */
const isCounted =
  'locks' in navigator
    ? new Promise<void>((resolve) => {
        const hold = () => {
          resolve();
          return new Promise(() => undefined);
        };
        void navigator.locks.request(OPEN, { mode: 'shared' }, hold);
      })
    : undefined;

/** A tab with an older version of the studio sends texts. */
function isObject<T extends object>(data: T | string): data is T {
  return typeof data === 'object';
}

async function otherTabs(): Promise<number> {
  if (isCounted === undefined) return Infinity;
  await isCounted;
  const { held = [] } = await navigator.locks.query();
  return held.filter(({ name }) => name === OPEN).length - 1;
}

/**
 * Answers a question of other tabs, and returns a function that asks it: the question ends when one answer is enough,
 * when all open tabs have answered, or when the time is over.
 */
export function tabQuestion<T>(subject: string, own: () => T) {
  const channel = new BroadcastChannel(subject);
  channel.addEventListener('message', ({ data }: MessageEvent<Asked | Answered<T> | string>) => {
    if (isObject(data) && 'ask' in data) channel.postMessage({ to: data.ask, answer: own() } satisfies Answered<T>);
  });

  return (isEnough: (answer: T) => boolean = () => false): Promise<readonly T[]> =>
    new Promise((resolve) => {
      const id = Math.random().toString(36).slice(2);
      const answers: T[] = [];
      let awaited = Infinity;
      const end = () => {
        clearTimeout(timer);
        channel.removeEventListener('message', listen);
        resolve(answers);
      };
      const endIfDone = () => {
        if (answers.length >= awaited || answers.some(isEnough)) end();
      };
      const listen = ({ data }: MessageEvent<Asked | Answered<T> | string>) => {
        if (!isObject(data) || !('to' in data) || data.to !== id) return;
        answers.push(data.answer);
        endIfDone();
      };
      const timer = setTimeout(end, isCounted === undefined ? SHORT_PATIENCE_MS : PATIENCE_MS);
      channel.addEventListener('message', listen);
      channel.postMessage({ ask: id } satisfies Asked);
      const count = (others: number) => {
        awaited = others;
        endIfDone();
      };
      // If the tabs cannot be counted, the question ends when the time is over.
      otherTabs().then(count, () => undefined);
    });
}
