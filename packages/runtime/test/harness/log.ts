import { vi } from 'vitest';

/** An entry of the log of a server in this process. */
export type Entry = Record<string, unknown> & { readonly requestId?: string; readonly message: string };

/**
 * Collects what is logged from here on, until `stop` or the end of its mocks. A file that ran before in this process may
 * still count the requests that its server refused; those counts belong to no request, and are left out.
 */
export function collectLog(): { readonly entries: readonly Entry[]; stop(): void } {
  const entries: Entry[] = [];
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    const entry = JSON.parse(String(line)) as Entry;
    if (entry['times'] === undefined) entries.push(entry);
    return true;
  });
  return { entries, stop: () => write.mockRestore() };
}
