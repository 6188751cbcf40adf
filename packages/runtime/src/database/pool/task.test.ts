import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { type TaskEvent, type TaskState, transition } from './task-state.js';
import { Task } from './task.js';

const states: readonly TaskState[] = ['waiting', 'ready', 'running', 'cancelling', 'cancelled', 'abandoned', 'ended'];
const events: readonly TaskEvent[] = ['connect', 'send', 'answer', 'cancel', 'abandon', 'release'];

const transitions = states.flatMap((from) =>
  events.flatMap((event) => {
    const to = transition(from, event);
    return to === undefined ? [] : [`${from} --> ${to}: ${event}`];
  }),
);

it('the drawing in docs/connections.md has the transitions of the code', () => {
  const page = readFileSync(new URL('../../../../../docs/connections.md', import.meta.url), 'utf8');
  const drawn = page.split('\n').flatMap((line) => /^ {2}(\w+ --> \w+: \w+)$/.exec(line)?.[1] ?? []);
  expect(drawn.toSorted()).toEqual(transitions.toSorted());
});

const nothing = () => undefined;

/** A read whose statement is under way, and the errors that its caller got. */
function running() {
  const errors: Error[] = [];
  const task = new Task({ text: 'select 1', isRead: true, limitMs: 1_000 });
  task.connect(performance.now());
  task.send({}, (error) => errors.push(error));
  return { task, errors };
}

it('only the first order to cancel is sent, and none before or after the statement', () => {
  const { task } = running();
  const first = new Error('first');
  expect([task.cancel(first, 1), task.cancel(new Error('second'), 2)]).toEqual([true, false]);
  task.answer();
  expect(task).toMatchObject({ state: 'cancelled', cancellation: { reason: first, at: 1 } });
  const waiting = new Task({ text: 'select 1', limitMs: 1_000 });
  expect([waiting.cancel(first, 1), waiting.state]).toEqual([false, 'waiting']);
});

it('an abandoned task keeps its connection until its statement has been answered', () => {
  const { task, errors } = running();
  const tooLong = new Error('too long');
  let released = 0;
  task.abandon(tooLong);
  task.release(() => released++);
  expect([errors, released, task.cancel(new Error('late'), 1)]).toEqual([[tooLong], 0, true]);
  task.answer();
  task.answer();
  expect([errors, released, task.state]).toEqual([[tooLong], 1, 'ended']);
});

it('a write is not abandoned, because its caller has to know whether it took place', () => {
  const task = new Task({ text: 'insert', limitMs: 1_000 });
  task.connect(performance.now());
  task.send({}, nothing);
  task.abandon(new Error('too long'));
  expect(task.state).toBe('running');
});

it('an answer that comes after the connection was given back changes nothing', () => {
  const { task } = running();
  task.release(nothing);
  task.answer();
  expect(task.state).toBe('ended');
});
