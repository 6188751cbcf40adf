import fc from 'fast-check';
import { expect, test } from 'vitest';

import { type Chosen, runAll, undoOf } from './bulk-run.js';

const chosen = (count: number): readonly Chosen[] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index),
    label: `Document ${index}`,
    publication: 'draft',
  }));

test('every document is tried once, and ends as done or failed, in the order of the list', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 30 }), async (refused) => {
      const documents = chosen(refused.length);
      const tried: string[] = [];
      const progress: number[] = [];
      const send = async ({ id }: Chosen) => {
        tried.push(id);
        await Promise.resolve();
        if (refused[Number(id)]) throw new Error(`No ${id}`);
      };
      const { signal } = new AbortController();
      const result = await runAll(documents, send, { onProgress: (count) => progress.push(count), signal });
      expect(tried.toSorted()).toEqual(documents.map(({ id }) => id).toSorted());
      expect(result.done).toEqual(documents.filter(({ id }) => !refused[Number(id)]));
      expect(result.failed).toEqual(
        documents
          .filter(({ id }) => refused[Number(id)])
          .map((document) => ({ document, reason: `No ${document.id}` })),
      );
      expect(result.left).toEqual([]);
      expect(progress).toEqual(documents.map((_, index) => index + 1));
    }),
  );
});

test('work that is stopped names the documents that are left', async () => {
  const stop = new AbortController();
  const documents = chosen(20);
  const { done, left } = await runAll(documents, () => Promise.resolve(), {
    onProgress: (count) => count === 6 && stop.abort(),
    signal: stop.signal,
  });
  expect(left.length).toBeGreaterThan(0);
  expect([...done, ...left].map(({ id }) => id).toSorted()).toEqual(documents.map(({ id }) => id).toSorted());
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
