import { createWriteStream } from 'node:fs';

/**
 * Every attempt to write, with its outcome. `acknowledged`: the server said that it was written. `uncertain`: there was
 * no answer, or a 503, so that it may be written or not, but not in part. Clients do not write a document again after
 * an uncertain attempt, so each document has one or two possible states.
 */
export class Journal {
  /** By document. */
  #articles = new Map();
  /** Articles whose creation is uncertain, by title; they have no id yet. */
  #unborn = new Map();
  /** Links of the tag of a client to a shared tag: `hub tag` → possible values. */
  #links = new Map();
  #counts = { acknowledged: {}, uncertain: {}, refused: {} };
  #problems = [];
  #file;

  constructor(path) {
    this.#file = createWriteStream(path);
  }

  get articles() {
    return this.#articles;
  }

  get unborn() {
    return this.#unborn;
  }

  get links() {
    return this.#links;
  }

  /** What clients saw during the run that must not be. */
  get problems() {
    return this.#problems;
  }

  /** `state`: the document as it should be; `null`: deleted. */
  article(operation, { id, title, state, outcome }) {
    this.#note(operation, outcome, { id, title, state });
    if (id === undefined) {
      if (outcome === 'uncertain') this.#unborn.set(title, state);
      return;
    }
    const known = this.#articles.get(id)?.states ?? [];
    if (outcome === 'acknowledged') this.#articles.set(id, { states: [state] });
    if (outcome === 'uncertain') this.#articles.set(id, { states: [...known, state] });
  }

  link(operation, { hub, tag, isLinked, outcome }) {
    this.#note(operation, outcome, { hub, tag, isLinked });
    const key = `${hub} ${tag}`;
    const known = this.#links.get(key) ?? [false];
    if (outcome === 'acknowledged') this.#links.set(key, [isLinked]);
    if (outcome === 'uncertain') this.#links.set(key, [...known, isLinked]);
  }

  problem(text) {
    if (this.#problems.length < 100) this.#problems.push(text);
    this.#file.write(`${JSON.stringify({ at: Date.now(), problem: text })}\n`);
  }

  summary() {
    const sum = (counts) => Object.values(counts).reduce((total, count) => total + count, 0);
    const { acknowledged, uncertain } = this.#counts;
    return {
      acknowledged: { total: sum(acknowledged), ...acknowledged },
      uncertain: { total: sum(uncertain), ...uncertain },
      documents: this.#articles.size,
    };
  }

  async close() {
    await new Promise((resolve) => this.#file.end(resolve));
  }

  #note(operation, outcome, entry) {
    const counts = (this.#counts[outcome] ??= {});
    counts[operation] = (counts[operation] ?? 0) + 1;
    this.#file.write(`${JSON.stringify({ at: Date.now(), operation, outcome, ...entry })}\n`);
  }
}
