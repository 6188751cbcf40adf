/** A server that `DATABASE_URL` names. */
export interface Host {
  readonly host: string;
  readonly port: number;
}

const TARGETS = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const;

/** Which servers may be used, in the words of libpq. */
export type ServerTarget = (typeof TARGETS)[number];

/** What `DATABASE_URL` says. */
export interface DatabaseAddress {
  /** Names the first host only, without the parameters below. */
  readonly url: string;
  /** Empty for a single host, which the driver reads from the URL. */
  readonly hosts: readonly Host[];
  /** The folder of a Unix socket, which the driver reads only as an option, and the number of its port. */
  readonly socket?: Host;
  /** Absent: the server that takes writes, and any other server for reads while no server takes writes. */
  readonly target?: ServerTarget;
  readonly prepare?: boolean;
  readonly connections?: number;
}

export const EXAMPLE = 'postgres://user:password@host:5432/name';
const MAX_CONNECTIONS = 10_000;

/**
 * The problem, as the end of a sentence. The sentence does not repeat the address, because an address may contain a
 * password.
 */
export type AddressProblem = { readonly problem: string };

/**
 * Reads `postgres://user:password@one:5432,two:5432/name?target_session_attrs=primary` as libpq does, sockets included
 * (`postgres:///name?host=/run/postgresql`, `postgres://user@%2Frun%2Fpostgresql/name`), and the parameters `prepare` and
 * `connections`, for deployments that can only set the URL.
 */
export function readAddress(text: string): DatabaseAddress | AddressProblem {
  const [, start = '', list = '', end = ''] = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(text) ?? [];
  const names = list.split(',');
  // A URL with a user needs a host, which the address of a socket may leave out.
  const first = `${start}${names[0] || (start.endsWith('@') ? 'localhost' : '')}${end}`;
  const hosts = names.map(readHost);
  const wrong = names.find((_, index) => hosts[index] === undefined);
  if (wrong !== undefined && names.length > 1)
    return { problem: `names the host "${wrong}", which is not like db:5432` };
  if (start === '' || !isReadable(first)) {
    return { problem: `is not the address of a PostgreSQL, which looks like ${EXAMPLE}; ${ESCAPES}` };
  }
  const url = new URL(first);
  const options = readOptions(url.searchParams);
  if ('problem' in options) return options;
  const place = placeIn(url);
  for (const name of ['prepare', 'connections', 'target_session_attrs', 'host', 'port']) url.searchParams.delete(name);
  const several = names.length > 1 ? hosts.filter((host) => host !== undefined) : [];
  return { url: url.href, hosts: several, ...place, ...options };
}

/** Takes the host and the port of the parameters, as libpq does, and the folder of a socket out of an address. */
function placeIn(url: URL): Pick<DatabaseAddress, 'socket'> {
  const [host, port] = [url.searchParams.get('host'), url.searchParams.get('port')];
  const folder = [host ?? '', decodeURIComponent(url.hostname)].find((name) => name.startsWith('/'));
  if (folder !== undefined) url.hostname = 'localhost';
  else if (host !== null) url.hostname = host;
  if (port !== null && url.hostname !== '') url.port = port;
  return folder === undefined ? {} : { socket: { host: folder, port: Number(port ?? (url.port || 5432)) } };
}

const ESCAPES = 'write % in a password as %25';

/** Whether the driver, which decodes all parts of an address, can read the address. */
function isReadable(text: string): boolean {
  if (!URL.canParse(text)) return false;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    // `decodeURIComponent` has no other way to report a bad escape.
    return false;
  }
}

/** An IPv6 address stands in brackets. */
function readHost(text: string): Host | undefined {
  const [, six, name, port = '5432'] = /^(?:\[([\da-f:.]+)\]|([^:[\]]+))(?::(\d+))?$/i.exec(text) ?? [];
  const host = six ?? name;
  return host === undefined || Number(port) > 65_535 ? undefined : { host, port: Number(port) };
}

function readOptions(
  parameters: URLSearchParams,
): Pick<DatabaseAddress, 'target' | 'prepare' | 'connections'> | AddressProblem {
  const prepare = parameters.get('prepare');
  const connections = parameters.get('connections');
  const named = parameters.get('target_session_attrs');
  const target = TARGETS.find((one) => one === named);
  if (named !== null && target === undefined) {
    return { problem: `has target_session_attrs=${named}, which is none of ${TARGETS.join(', ')}` };
  }
  if (connections !== null && !isCount(connections)) {
    return { problem: `has connections=${connections}, which is not a whole number from 1 to ${MAX_CONNECTIONS}` };
  }
  if (prepare !== null && !['true', 'false'].includes(prepare)) {
    return { problem: `has prepare=${prepare}, which is neither true nor false` };
  }
  return {
    ...(target === undefined ? {} : { target }),
    ...(prepare === null ? {} : { prepare: prepare === 'true' }),
    ...(connections === null ? {} : { connections: Number(connections) }),
  };
}

function isCount(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_CONNECTIONS;
}
