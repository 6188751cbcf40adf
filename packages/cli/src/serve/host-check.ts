import { isIP } from 'node:net';

import { type App, isHealthCheck } from '@content-gen/runtime/node';

interface HostOptions {
  /** The address of `--host`. */
  readonly host: string;
  /** Further names, from the config. */
  readonly names: () => readonly string[];
}

/**
 * Refuses requests that name another host, because a page of another site can have its own name resolve to this machine
 * (DNS rebinding) and would then read the content as if it came from its own server. Health checks show no content.
 */
export function checkHost(app: App, options: HostOptions): App {
  return {
    fetch: (request, env) => {
      const header = request.headers.get('host') ?? '';
      return isAllowed(header, options) || isHealthCheck(new URL(request.url).pathname)
        ? app.fetch(request, env)
        : refusal(header);
    },
  };
}

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];
const ALL_ADDRESSES = ['0.0.0.0', '::'];

function isAllowed(header: string, { host, names }: HostOptions): boolean {
  const name = hostnameOf(header);
  if (name === undefined) return false;
  if (LOCAL.includes(name) || name.endsWith('.localhost')) return true;
  // A server for other machines is called by its addresses. An address needs no DNS, so that DNS rebinding does not
  // concern addresses.
  if (ALL_ADDRESSES.includes(host) && isIP(name.replaceAll(/[[\]]/g, '')) !== 0) return true;
  return [host, ...names()].some((allowed) => hostnameOf(allowed.includes(':') ? `[${allowed}]` : allowed) === name);
}

/** The name without its port, in the spelling of URLs; `undefined` if the header has no name. */
function hostnameOf(header: string): string | undefined {
  if (!/^[^/@?#\\]+$/.test(header) || !URL.canParse(`http://${header}`)) return undefined;
  return new URL(`http://${header}`).hostname.replace(/\.$/, '');
}

function refusal(header: string): Response {
  const message = `The host name "${header}" is not allowed. If it is yours, add it to serve.hosts in the config.`;
  return Response.json(
    { data: null, error: { status: 403, name: 'ForbiddenError', message, details: {} } },
    { status: 403 },
  );
}
