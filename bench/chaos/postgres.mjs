import { startEmbedded } from '../../packages/cli/dist/database/embedded.js';

const SETTINGS = ['max_connections=100', 'log_min_messages=fatal'];

/** A durable PostgreSQL that can be killed and comes back at the same address. */
export class Postgres {
  #root;
  #server;

  static async start(root) {
    const postgres = new Postgres();
    postgres.#root = root;
    postgres.#server = await startEmbedded({ root, settings: SETTINGS });
    return postgres;
  }

  get url() {
    return this.#server.url;
  }

  async kill() {
    const { pid, port } = this.#server;
    process.kill(pid, 'SIGKILL');
    await this.#server.lost;
    this.#server = await startEmbedded({ root: this.#root, settings: SETTINGS, port });
  }

  async stop() {
    await this.#server.stop();
  }
}
