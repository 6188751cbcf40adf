import { expect, it } from 'vitest';

import { CallerQueue } from './caller-queue.js';

const anyone = () => true;

function filled(callers: string) {
  const queue = new CallerQueue<{ readonly caller: string; readonly name: string }>();
  for (const [index, caller] of [...callers].entries()) queue.add({ caller, name: `${caller}${index}` });
  return queue;
}

it('callers take turns, each with its oldest job', () => {
  const queue = filled('aaaabbc');
  const taken = Array.from({ length: 8 }, () => queue.take(anyone)?.name);
  expect(taken).toEqual(['a0', 'b4', 'c6', 'a1', 'b5', 'a2', 'a3', undefined]);
});

it('a caller that may have no job keeps its turn', () => {
  const queue = filled('aab');
  expect(queue.take((caller) => caller !== 'a')?.name).toBe('b2');
  queue.add({ caller: 'b', name: 'later' });
  expect(queue.take(anyone)?.name).toBe('a0');
});

it('jobs that are taken out keep the turns of the others', () => {
  const queue = filled('aabbc');
  const out = queue.takeAll(({ name }) => ['a0', 'b2', 'b3'].includes(name));
  expect(out.map(({ name }) => name)).toEqual(['a0', 'b2', 'b3']);
  expect([1, 2, 3].map(() => queue.take(anyone)?.name)).toEqual(['a1', 'c4', undefined]);
});
