import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';

import { askAgain } from './refused-queries.js';

/** A query on a screen, whose answers come one after the other; an error is the answer to a session that has ended. */
async function shown(client: QueryClient, name: string, answers: readonly (string | Error)[]) {
  const left = [...answers];
  const queryFn = () => {
    const next = left.shift();
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next ?? null);
  };
  const observer = new QueryObserver(client, { queryKey: [name], queryFn, retry: false });
  const seen: unknown[] = [];
  observer.subscribe(({ data }) => seen.push(data));
  await observer.refetch();
  return { observer, seen };
}

test('a query that was refused once the session had ended keeps its data until it has an answer', async () => {
  const client = new QueryClient();
  const refused = new Error('401');
  const known = await shown(client, 'known', ['first', refused, 'second']);
  const unknown = await shown(client, 'unknown', [refused, 'answer']);
  await known.observer.refetch();
  expect(known.observer.getCurrentResult()).toMatchObject({ status: 'error', data: 'first' });
  expect(unknown.observer.getCurrentResult()).toMatchObject({ status: 'error', data: undefined });

  known.seen.length = 0;
  await askAgain(client);
  expect(known.observer.getCurrentResult().data).toBe('second');
  expect(unknown.observer.getCurrentResult().data).toBe('answer');
  expect(known.seen).not.toContain(undefined);
});
