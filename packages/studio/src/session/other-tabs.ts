/** Tabs of one browser share the session of their user without using up its refresh token, which works once. */
const channel = new BroadcastChannel('content-gen-studio:session');

const ASK = 'ask';

/** Long enough for a tab in the background, and short enough for a person who waits for the first screen. */
const PATIENCE_MS = 300;

/** Answers tabs that ask for the access token. */
export function answerOtherTabs(jwt: () => string | undefined): void {
  channel.addEventListener('message', ({ data }) => {
    const own = data === ASK ? jwt() : undefined;
    if (own !== undefined) channel.postMessage({ jwt: own });
  });
}

/** The access token of another tab; undefined if none has one. */
export function askOtherTabs(): Promise<string | undefined> {
  return new Promise((resolve) => {
    const listen = ({ data }: MessageEvent<{ readonly jwt?: string } | string>) => {
      if (typeof data === 'object' && typeof data.jwt === 'string') end(data.jwt);
    };
    const end = (jwt?: string) => {
      clearTimeout(timer);
      channel.removeEventListener('message', listen);
      resolve(jwt);
    };
    const timer = setTimeout(end, PATIENCE_MS);
    channel.addEventListener('message', listen);
    channel.postMessage(ASK);
  });
}
