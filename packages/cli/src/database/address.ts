import postgres from 'postgres';

/** An address in the form that the driver reads, with the folder of a Unix socket apart, which it reads only as an option. */
export interface Address {
  readonly url: string;
  readonly host?: string;
  readonly port?: number;
}

/**
 * Reads the address of a database as libpq does, sockets included: `postgres:///name?host=/run/postgresql`,
 * `postgres://user@%2Frun%2Fpostgresql/name`. Undefined if it is no address. The runtime has the same function; loading
 * the runtime for it would slow down every command.
 */
export function readAddress(text: string): Address | undefined {
  // URLs with a user have a host, but addresses of sockets may leave it out.
  const complete = text.replace(/^(postgres(?:ql)?:\/\/[^/?#@]*@)(?=[/?#]|$)/, '$1localhost');
  if (!URL.canParse(complete) || !isDecodable(complete)) return undefined;
  const url = new URL(complete);
  if (!/^postgres(ql)?:$/.test(url.protocol)) return undefined;
  const [host, port] = [url.searchParams.get('host'), url.searchParams.get('port')];
  const socket = [host ?? '', decodeURIComponent(url.hostname)].find((name) => name.startsWith('/'));
  if (socket !== undefined) url.hostname = 'localhost';
  else if (host !== null) url.hostname = host;
  if (port !== null && url.hostname !== '') url.port = port;
  url.searchParams.delete('host');
  url.searchParams.delete('port');
  return {
    url: url.href,
    ...(socket === undefined ? {} : { host: socket, port: Number(port ?? (url.port || 5432)) }),
  };
}

/** Opens a database at any address that `readAddress` reads. */
export function connect(text: string, options: NonNullable<Parameters<typeof postgres>[1]>): postgres.Sql {
  const { url, ...socket } = readAddress(text) ?? { url: text };
  return postgres(url, { ...options, ...socket });
}

/** The driver decodes all parts of an address. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    // `decodeURIComponent` has no other way to report a bad escape.
    return false;
  }
}
