import { useEffect, useState } from 'react';

import { inSession } from '../../data/request.js';
import { bearer } from '../../session/session.js';
import { basePath } from '../../setup.js';
import { type LoggedRequest, logPath } from '../console.js';
import { eventReader } from './event-stream.js';

interface LiveLog {
  /** Newest first. */
  readonly entries: readonly LoggedRequest[];
  readonly isConnected: boolean;
}

const RETRY_MS = 1_500;
const KEPT = 500;

/** The requests of the server, as they come in. A lost connection is opened again. */
export function useLiveLog(isPaused: boolean): LiveLog {
  const [log, setLog] = useState<LiveLog>({ entries: [], isConnected: false });
  useEffect(() => {
    if (isPaused) return undefined;
    const stop = new AbortController();
    const follow = async () => {
      while (!stop.signal.aborted) {
        await readLog(stop.signal, setLog).catch(() => undefined);
        if (stop.signal.aborted) return;
        setLog((old) => ({ ...old, isConnected: false }));
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    };
    void follow();
    return () => stop.abort();
  }, [isPaused]);
  return log;
}

async function readLog(signal: AbortSignal, setLog: (change: (old: LiveLog) => LiveLog) => void): Promise<void> {
  const answer = await inSession(() => {
    const headers = { Authorization: `Bearer ${bearer() ?? ''}` };
    return fetch(basePath + logPath, { headers, signal });
  });
  if (!answer.ok || answer.body === null) throw new Error('The log is not available.');
  const read = eventReader();
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    for (const { name, data } of read(value)) {
      const sent: LoggedRequest | readonly LoggedRequest[] = JSON.parse(data);
      setLog((old) => added(old, name, sent));
    }
  }
}

function added({ entries }: LiveLog, name: string, sent: LoggedRequest | readonly LoggedRequest[]): LiveLog {
  if (name === 'entries' && Array.isArray(sent)) return { entries: sent.toReversed(), isConnected: true };
  if (name !== 'entry' || Array.isArray(sent)) return { entries, isConnected: true };
  // `isArray` does not narrow readonly lists.
  return { entries: [sent as LoggedRequest, ...entries].slice(0, KEPT), isConnected: true };
}
