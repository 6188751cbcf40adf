import type { DatabaseAddress, Host, ServerTarget } from './address.js';

/** The role of a server: a standby refuses writes. */
type Role = 'primary' | 'standby';

/** Targets for which a connection that refuses writes is the right one. */
const READERS: ReadonlySet<ServerTarget | undefined> = new Set<ServerTarget>([
  'read-only',
  'standby',
  'prefer-standby',
]);

/** The servers of one database. The first is the next to try. */
export class Hosts {
  readonly #target: ServerTarget | undefined;
  /** Empty for a single host. */
  #order: readonly Host[];

  constructor({ hosts, target }: Pick<DatabaseAddress, 'hosts' | 'target'>) {
    this.#order = hosts;
    this.#target = target;
  }

  /** How often opening a connection may fail before the request does. */
  get attempts(): number {
    return Math.max(1, this.#order.length);
  }

  /** `undefined`: the host in the URL. */
  get first(): Host | undefined {
    return this.#order[0];
  }

  /** Whether connections that refuse writes have to be replaced, because another server may take writes by now. */
  get wantsWrites(): boolean {
    return !READERS.has(this.#target);
  }

  /**
   * The servers that the driver accepts. The driver's `read-write` takes a standby for a server that takes writes, if
   * the server is PostgreSQL 14 or later, so only the role counts. Without a strict target, each server is accepted.
   */
  get accepted(): Role | undefined {
    if (this.#target === 'read-write' || this.#target === 'primary') return 'primary';
    return this.#target === 'read-only' || this.#target === 'standby' ? 'standby' : undefined;
  }

  noteRole(host: Host | undefined, role: Role): void {
    if (this.#target === 'any') return;
    if ((role === 'primary') === this.wantsWrites) this.#move(host, 'first');
    else this.#move(host, 'last');
  }

  noteUnreachable(host: Host | undefined): void {
    this.#move(host, 'last');
  }

  #move(host: Host | undefined, place: 'first' | 'last'): void {
    if (host === undefined) return;
    const others = this.#order.filter((one) => one !== host);
    this.#order = place === 'first' ? [host, ...others] : [...others, host];
  }
}
