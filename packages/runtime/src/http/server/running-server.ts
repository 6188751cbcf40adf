import { keepLog } from '../../changes/index.js';
import { type ContentDefinition, closeContent, contentOf } from '../../content/index.js';
import { warnOfMissingSettings } from '../../database/index.js';
import { type App, completeApp } from '../complete.js';
import { Connections } from './connections.js';
import { Drain } from './drain.js';
import { createNodeServer } from './node-server.js';

export interface RunningServerOptions {
  readonly content?: ContentDefinition | undefined;
  readonly port: number;
  readonly hostname: string;
  readonly patienceMs: number;
  readonly slowMs?: number | undefined;
  readonly idleMs?: number | undefined;
}

/** A server of this process that listens, and the ways to end it. */
export class RunningServer {
  readonly url: string;
  readonly #options: RunningServerOptions;
  readonly #drain: Drain;
  readonly #connections: Connections;
  readonly #forgetLog: () => void;
  #ending: Promise<void> | undefined;

  private constructor(
    url: string,
    options: RunningServerOptions,
    drain: Drain,
    connections: Connections,
    forgetLog: () => void,
  ) {
    this.url = url;
    this.#options = options;
    this.#drain = drain;
    this.#connections = connections;
    this.#forgetLog = forgetLog;
  }

  static async listen(app: App, options: RunningServerOptions): Promise<RunningServer> {
    const { content, port, hostname } = options;
    const drain = new Drain(content === undefined ? app : completeApp(content, app));
    const server = createNodeServer(drain.fetch, options);
    const connections = new Connections(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, hostname, resolve);
    });
    if (content !== undefined) void warnOfMissingSettings(contentOf(content).database);
    const forgetLog = content === undefined ? () => undefined : keepLog(contentOf(content));
    const address = server.address();
    const bound = typeof address === 'object' && address !== null ? address.port : port;
    return new RunningServer(`http://${hostname}:${bound}`, options, drain, connections, forgetLog);
  }

  /** Serves for `drainMs` as a server that is not ready, and then ends. */
  stop(drainMs: number): Promise<void> {
    // The server also refuses if it retires already, because now no other process takes its place.
    this.#drain.refuse();
    return (this.#ending ??= this.#end(() => this.#drain.wait(drainMs)));
  }

  /**
   * Ends while other processes accept connections at the same address, so the server stays ready until its own
   * connections have ended.
   */
  retire(drainMs: number): Promise<void> {
    return (this.#ending ??= this.#end(() => Promise.race([this.#connections.refuse(), this.#drain.wait(drainMs)])));
  }

  /** Ends the time in which the server still serves. */
  hurry(): void {
    this.#drain.end();
  }

  async #end(serveOn: () => Promise<void>): Promise<void> {
    const { content, patienceMs } = this.#options;
    this.#connections.closeAfterAnswers();
    await serveOn();
    await this.#connections.close(patienceMs);
    this.#forgetLog();
    if (content !== undefined) await closeContent(content);
  }
}
