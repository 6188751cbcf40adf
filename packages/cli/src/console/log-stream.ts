import type { LoggedRequest, RequestLog } from './request-log.js';

/** Proxies and browsers close a connection that is silent for a minute. */
const HEARTBEAT_MS = 15_000;

/** The log as Server-Sent Events: one event with the last requests, then one per request. */
export function logStream(log: RequestLog, ended: AbortSignal): Response {
  const encoder = new TextEncoder();
  let close: () => void = () => undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      send(eventOf('entries', log.entries()));
      const forget = log.listen((entry) => send(eventOf('entry', entry)));
      const heartbeat = setInterval(() => send(': still here\n\n'), HEARTBEAT_MS).unref();
      const end = () => {
        close();
        controller.close();
      };
      close = () => {
        forget();
        clearInterval(heartbeat);
        ended.removeEventListener('abort', end);
      };
      ended.addEventListener('abort', end, { once: true });
    },
    cancel: () => close(),
  });
  const headers = {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  };
  return new Response(body, { headers });
}

function eventOf(name: string, data: LoggedRequest | readonly LoggedRequest[]): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
