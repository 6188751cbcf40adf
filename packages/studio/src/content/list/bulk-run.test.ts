import fc from 'fast-check';
import { expect, test } from 'vitest';

import { type Chosen, runAll, undoOf } from './bulk-run.js';

const chosen = (count: number): readonly Chosen[] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index),
    label: `Document ${index}`,
    publication: 'draft',
  }));

const parts = fc.record({ size: fc.integer({ min: 1, max: 7 }), atOnce: fc.integer({ min: 1, max: 4 }) });

test('every document is tried once, and ends as done or failed, in the order of the list', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 30 }), parts, async (refused, { size, atOnce }) => {
      const documents = chosen(refused.length);
      const tried: string[] = [];
      const progress: number[] = [];
      const isRefused = ({ id }: Chosen) => refused[Number(id)] === true;
      const send = async (some: readonly Chosen[]) => {
        expect(some.length).toBeLessThanOrEqual(size);
        tried.push(...some.map(({ id }) => id));
        await Promise.resolve();
        return new Map(some.filter(isRefused).map((document) => [document, `No ${document.id}`]));
      };
      const { signal } = new AbortController();
      const onProgress = (count: number) => progress.push(count);
      const result = await runAll(documents, { send, size, atOnce, onProgress, signal });
      expect(tried.toSorted()).toEqual(documents.map(({ id }) => id).toSorted());
      expect(result.done).toEqual(documents.filter((document) => !isRefused(document)));
      expect(result.failed).toEqual(
        documents.filter(isRefused).map((document) => ({ document, reason: `No ${document.id}` })),
      );
      expect(result.left).toEqual([]);
      expect(progress).toEqual(progress.toSorted((one, other) => one - other));
      expect(progress.at(-1) ?? 0).toBe(documents.length);
    }),
  );
});

test('a request that fails as a whole is the reason for all of its documents', async () => {
  const { signal } = new AbortController();
  const send = ([first]: readonly Chosen[]) =>
    first?.id === '0' ? Promise.reject(new Error('Offline')) : Promise.resolve(new Map());
  const { done, failed } = await runAll(chosen(5), { send, size: 3, atOnce: 1, onProgress: () => undefined, signal });
  expect(failed.map(({ document, reason }) => [document.id, reason])).toEqual(
    ['0', '1', '2'].map((id) => [id, 'Offline']),
  );
  expect(done.map(({ id }) => id)).toEqual(['3', '4']);
});

test('work that is stopped names the documents that are left', async () => {
  await fc.assert(
    fc.asyncProperty(parts, async ({ size, atOnce }) => {
      const stop = new AbortController();
      const documents = chosen(60);
      const { done, left } = await runAll(documents, {
        send: () => Promise.resolve(new Map()),
        size,
        atOnce,
        onProgress: (count) => count >= 6 && stop.abort(),
        signal: stop.signal,
      });
      expect(left.length).toBeGreaterThan(0);
      expect([...done, ...left].map(({ id }) => Number(id)).toSorted((one, other) => one - other)).toEqual(
        documents.map(({ id }) => Number(id)),
      );
    }),
  );
});

test('an action is taken back only where nothing else would change', () => {
  const [draft] = chosen(1);
  if (draft === undefined) throw new Error('There is one document');
  const published = { ...draft, publication: 'published' } as const;
  const modified = { ...draft, publication: 'modified' } as const;
  expect(undoOf('publish', [draft])).toBe('unpublish');
  expect(undoOf('publish', [draft, modified])).toBeUndefined();
  expect(undoOf('unpublish', [published])).toBe('publish');
  expect(undoOf('unpublish', [published, modified])).toBeUndefined();
  expect(undoOf('delete', [draft])).toBeUndefined();
  expect(undoOf('publish', [])).toBeUndefined();
});
