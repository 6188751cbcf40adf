import type { Host } from './address.js';
import type { Hosts } from './hosts.js';
import { sessionSettings } from './session-settings.js';

/** A parameter of a statement. JSON is passed as text, lists as arrays of strings or numbers. */
export type Value = string | number | boolean | bigint | null | readonly string[] | readonly number[];

export interface DriverOptions {
  /** `false` behind a transaction pooler. */
  readonly prepare: boolean;
  readonly statementTimeoutMs: number;
  /** How long a request waits for a connection. The driver itself would retry forever. */
  readonly connectMs: number;
}

/** The part of the wait for a connection that opening it may take. The rest is for the answer of the request. */
const OPENING = 0.8;

export function driverSettings({ prepare, statementTimeoutMs, connectMs }: DriverOptions) {
  return {
    max: 1,
    prepare,
    fetch_types: false,
    // A constant delay: a growing one would only postpone the recovery, since requests do not wait that long.
    backoff: () => 0.1,
    connect_timeout: (connectMs / 1000) * OPENING,
    onnotice: () => undefined,
    connection: {
      application_name: 'content-gen',
      ...sessionSettings(statementTimeoutMs),
      TimeZone: 'UTC',
    },
    types: {
      json: { to: 114, from: [114, 3802], serialize: asIs, parse: asIs },
      // Row ids and counts stay below 2^53. Values of biginteger attributes are read as text or as JSON.
      bigint: { to: 20, from: [20], serialize: String, parse: Number },
      date: { to: 1184, from: [1082, 1114, 1184], serialize: asIs, parse: asIs },
    },
  };
}

/** Lists, because the driver splits texts at colons, which an IPv6 address has. Its types lack them. */
export function placeOf({ accepted }: Hosts, host: Host | undefined) {
  return {
    ...(host === undefined ? {} : { host: [host.host] as never, port: [host.port] as never }),
    ...(accepted === undefined ? {} : { target_session_attrs: accepted }),
  };
}

/** Lists are passed as array literals, because the driver would first query the array types of the database. */
export function encodeValue(value: Value): string | number | boolean | bigint | null {
  if (typeof value !== 'object' || value === null) return value;
  if (value.length === 0 || typeof value[0] === 'number') return `{${value.join(',')}}`;
  // Most lists are document ids. JSON without escapes is such a literal, but for its brackets, and faster to write.
  const json = JSON.stringify(value);
  if (!json.includes('\\')) return `{${json.slice(1, -1)}}`;
  return `{"${value.map((item) => String(item).replace(/["\\]/g, '\\$&')).join('","')}"}`;
}

function asIs(value: string): string {
  return value;
}
