import { vi } from 'vitest';

/** An entry of the log of a server in this process. */
export type Entry = Record<string, unknown> & { readonly requestId?: string; readonly message: string };

/**
 * Collects what is logged from here on, until `stop` is called or the mocks are restored. A file that ran before in this
 * process may still count the requests that its server refused. Such a count is left out: its first refusal was not
 * logged here.
 */
export function collectLog(): { readonly entries: readonly Entry[]; stop(): void } {
  const entries: Entry[] = [];
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    const entry = entryOf(String(line));
    if (entry === undefined) return true;
    const isOwn = entry['times'] === undefined || entries.some(({ reason }) => reason === entry['reason']);
    if (isOwn) entries.push(entry);
    return true;
  });
  return { entries, stop: () => write.mockRestore() };
}

/** A warning of Node is no entry. */
function entryOf(line: string): Entry | undefined {
  return line.startsWith('{') ? (JSON.parse(line) as Entry) : undefined;
}
