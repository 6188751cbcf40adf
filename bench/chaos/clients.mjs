import { setTimeout as sleep } from 'node:timers/promises';

const AUTHORS = 4;
const CATEGORIES = 6;
const TAGS = 6;
const HUBS = 2;
/** Longer than any timeout of the server. */
const PATIENCE_MS = 40_000;

/** How often a client does what, of a hundred actions. */
const WRITERS = { create: 30, update: 25, remove: 7, link: 18, read: 15, list: 5 };
/** The content does not grow, so that a server whose memory grows keeps what it need not. */
const STEADY = { create: 10, update: 15, remove: 10, link: 10, read: 20, list: 35 };
/** Servers that grow old need much time rather than much load. */
const STEADY_PAUSE_MS = 50;

/** Starts clients that write until they are told to stop. Each document belongs to one of them; hubs belong to all. */
export async function startClients({ count, instances, journal, random, isSteady }) {
  const send = sender(instances, random);
  const world = await seed(send);
  let isOver = false;
  const running = Array.from({ length: count }, async (_, number) => {
    const client = new Client({ number, world, send, journal, random, mix: isSteady ? STEADY : WRITERS });
    while (!isOver) {
      await client.act();
      if (isSteady) await sleep(STEADY_PAUSE_MS);
    }
  });
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(running);
    },
  };
}

/** Sends a request to any instance. The outcome is one of `acknowledged`, `uncertain` and `refused`. */
function sender(instances, random) {
  return async (method, path, data) => {
    const url = `${random.pick(instances.urls)}/api/${path}`;
    const sent = {
      method,
      headers: { 'content-type': 'application/json' },
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(data === undefined ? {} : { body: JSON.stringify({ data }) }),
    };
    try {
      const answer = await fetch(url, sent);
      const body = answer.status === 204 ? undefined : await answer.json();
      if (answer.ok) return { outcome: 'acknowledged', status: answer.status, data: body?.data };
      return { outcome: answer.status === 503 ? 'uncertain' : 'refused', status: answer.status, error: body?.error };
    } catch (error) {
      return { outcome: 'uncertain', status: 0, error };
    }
  };
}

/** Documents that all clients link to. Nothing is disturbed yet, so all of these must be written. */
async function seed(send) {
  const make = (path, count) =>
    Promise.all(
      Array.from({ length: count }, async (_, n) => {
        const { data, error } = await send('POST', path, { name: `${path} ${n}` });
        if (data === undefined) throw new Error(`Cannot create ${path}: ${JSON.stringify(error)}`);
        return data.documentId;
      }),
    );
  return {
    authors: await make('authors', AUTHORS),
    categories: await make('categories', CATEGORIES),
    tags: await make('tags', TAGS),
    hubs: await make('tags', HUBS),
  };
}

class Client {
  #number;
  #world;
  #send;
  #journal;
  #random;
  #mix;
  #count = 0;
  /** Documents whose state is known. */
  #own = [];
  #tag;

  constructor({ number, world, send, journal, random, mix }) {
    this.#number = number;
    this.#world = world;
    this.#send = send;
    this.#journal = journal;
    this.#random = random;
    this.#mix = mix;
  }

  /** One request; after an uncertain one, a pause. */
  async act() {
    const action = this.#own.length === 0 ? 'create' : this.#random.weighted(this.#mix);
    const outcome = await this.#actions[action]();
    if (outcome !== 'acknowledged') await sleep(100);
  }

  #actions = {
    create: () => this.#create(),
    update: () => this.#update(),
    remove: () => this.#remove(),
    link: () => this.#link(),
    read: () => this.#read(),
    list: () => this.#list(),
  };

  #newState() {
    const { authors, categories, tags } = this.#world;
    const title = `write ${this.#number} ${++this.#count}`;
    return {
      title,
      rating: this.#random.below(1_000),
      author: this.#random.pick(authors),
      categories: this.#random.some(categories, 4),
      tags: this.#random.some(tags, 4),
      sections: [{ heading: `section of ${title}` }],
    };
  }

  async #create() {
    const state = this.#newState();
    const { title } = state;
    const answer = await this.#send('POST', 'articles', state);
    const id = answer.data?.documentId;
    this.#journal.article('create', { id, title, state, outcome: answer.outcome });
    if (id !== undefined) this.#own.push({ id, state });
    return this.#checked('create', answer);
  }

  async #update() {
    const document = this.#random.pick(this.#own);
    const state = this.#newState();
    const answer = await this.#send('PUT', `articles/${document.id}`, state);
    this.#journal.article('update', { id: document.id, state, outcome: answer.outcome });
    document.state = state;
    if (answer.outcome !== 'acknowledged') this.#forget(document);
    return this.#checked('update', answer);
  }

  async #remove() {
    const document = this.#random.pick(this.#own);
    this.#forget(document);
    const answer = await this.#send('DELETE', `articles/${document.id}`);
    this.#journal.article('delete', { id: document.id, state: null, outcome: answer.outcome });
    return this.#checked('delete', answer);
  }

  /** Connects the client's own tag with a hub, or disconnects it: all clients change the same list at once. */
  async #link() {
    if (this.#tag === undefined) {
      const made = await this.#send('POST', 'tags', { name: `tag of ${this.#number} ${++this.#count}` });
      if (made.data === undefined) return this.#checked('create tag', made);
      this.#tag = { id: made.data.documentId, hub: this.#random.pick(this.#world.hubs), isLinked: false };
    }
    const tag = this.#tag;
    const isLinked = !tag.isLinked;
    const change = isLinked
      ? { connect: [{ documentId: tag.id, position: this.#random.below(2) ? { start: true } : { end: true } }] }
      : { disconnect: [tag.id] };
    const answer = await this.#send('PUT', `tags/${tag.hub}`, { related: change });
    const operation = isLinked ? 'connect' : 'disconnect';
    this.#journal.link(operation, { hub: tag.hub, tag: tag.id, isLinked, outcome: answer.outcome });
    // Some tags stay as they are, so that the list grows.
    const isDone = answer.outcome !== 'acknowledged' || this.#random.below(10) === 0;
    this.#tag = isDone ? undefined : { ...tag, isLinked };
    return this.#checked(operation, answer);
  }

  /** What was acknowledged is there at once, whichever instance is asked. */
  async #read() {
    const document = this.#random.pick(this.#own);
    const { data, ...answer } = await this.#send('GET', `articles/${document.id}?${POPULATE}`);
    if (answer.outcome === 'acknowledged') {
      const [found, expected] = [stateOf(data), document.state].map((state) => JSON.stringify(state));
      if (found !== expected) this.#journal.problem(`${document.id} is ${found}, but ${expected} was acknowledged`);
    }
    return this.#checked('read', answer);
  }

  /** A list that is rarely asked for twice. */
  async #list() {
    const { authors, categories } = this.#world;
    const conditions = [
      `filters[rating][$gt]=${this.#random.below(1_000)}`,
      `filters[author][documentId][$eq]=${this.#random.pick(authors)}`,
      `filters[categories][documentId][$eq]=${this.#random.pick(categories)}`,
      `filters[title][$contains]=${this.#random.below(100)}`,
      `sort=${this.#random.pick(['title', 'rating', 'createdAt', 'author.name'])}:${this.#random.pick(['asc', 'desc'])}`,
      `pagination[pageSize]=${this.#random.between(1, 100)}`,
      `populate=${this.#random.pick(['author', 'categories', '*'])}`,
      'fields=title',
      'status=draft',
    ];
    const answer = await this.#send('GET', `articles?${this.#random.some(conditions, 5).join('&')}`);
    return this.#checked('list', answer);
  }

  #checked(operation, { outcome, status, error }) {
    if (outcome === 'refused') this.#journal.problem(`${operation} was answered ${status}: ${JSON.stringify(error)}`);
    return outcome;
  }

  #forget(document) {
    this.#own.splice(this.#own.indexOf(document), 1);
  }
}

export const POPULATE = ['author', 'categories', 'tags', 'sections']
  .map((name, index) => `populate[${index}]=${name}`)
  .join('&');

/** The state of a document in an answer, with the keys in the order of `#newState`. */
export function stateOf({ title, rating, author, categories, tags, sections }) {
  const ids = (list) => list.map(({ documentId }) => documentId);
  return {
    title,
    rating,
    author: author?.documentId,
    categories: ids(categories),
    tags: ids(tags),
    sections: sections.map(({ heading }) => ({ heading })),
  };
}
