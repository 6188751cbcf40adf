/**
 * The reads of `bench:strapi`. Each has requests that do not repeat: pages, documents and values from the whole range, by
 * numbers that follow from the number of the request, so that both servers get the same. `repeated` are 40 of them.
 */
import { createRandom } from '../chaos/random.mjs';

const ARTICLES = 10_000;
const CATEGORIES = 200;
const REPEATED = 40;
/** The pages of a mix in which some are asked for far more often than others. */
const MIXED = 1_000;
const READERS = 32;

const id = (n) => `a${String(n).padStart(23, '0')}`;
const page = (random) => `pagination[start]=${random.below(ARTICLES - 25)}&pagination[limit]=25`;
const category = (random) => `Category ${1 + random.below(CATEGORIES)}`;

const SCENARIOS = {
  a: { title: 'list 25', least: 25, path: (random) => `/api/articles?${page(random)}` },
  b: {
    title: 'list 25, author + categories',
    least: 20,
    path: (random) => `/api/articles?populate[0]=author&populate[1]=categories&${page(random)}`,
  },
  c: { title: 'list 25, populate=*', least: 20, path: (random) => `/api/articles?populate=*&${page(random)}` },
  d: {
    title: '5 articles → author → articles → categories',
    least: 15,
    path: (random) =>
      `/api/articles?populate[author][populate][articles][populate]=categories&pagination[start]=${random.below(ARTICLES - 5)}&pagination[limit]=5`,
  },
  e: {
    title: 'one document, populate=*',
    least: 40,
    path: (random) => `/api/articles/${id(1 + random.below(ARTICLES))}?populate=*`,
  },
  f: {
    title: 'two deep relation filters, two sorts, count',
    least: 15,
    path: (random) =>
      `/api/articles?filters[author][name][$contains]=Author ${1 + random.below(99)}&filters[categories][name][$in][0]=${category(random)}&filters[categories][name][$in][1]=${category(random)}&sort[0]=rating:desc&sort[1]=title`,
  },
  q: {
    title: '_q, 1 % of the rows',
    least: 20,
    path: (random) => `/api/articles?_q=Article ${10 + random.below(90)}&${page(random)}`,
  },
  p: {
    title: 'a page by number, sorted',
    least: 20,
    path: (random) => `/api/articles?sort=title&${page(random)}`,
  },
  r: {
    title: 'relation filter, 1.5 % of the rows',
    least: 20,
    path: (random) =>
      `/api/articles?filters[categories][name][$eq]=${category(random)}&pagination[start]=${random.below(125)}&pagination[limit]=25`,
  },
};

export function reads() {
  return [
    ...Object.entries(SCENARIOS).map(([name, scenario]) => unrepeated(name, scenario)),
    mix('m', '1,000 pages, the first ones often', {}),
    mix('m+', 'the same, 20 commits a second', { commitsPerSecond: 20, committed: 'articles' }),
    mix('mo', 'the same, 20 commits of another type', { commitsPerSecond: 20, committed: 'tags' }),
  ];
}

function unrepeated(name, { title, least, path }) {
  const request = (n) => ({ path: encoded(path(createRandom(n))) });
  // A commit a second ends the answers that are remembered because two random numbers were the same.
  const commits = { commitsPerSecond: 1, committed: 'articles' };
  return { ...read(name, title, least, request), ...commits, repeated: (n) => request(n % REPEATED) };
}

/** Page n is asked for 1/n times as often as the first one. */
function mix(name, title, commits) {
  const weights = Array.from({ length: MIXED }, (_, n) => 1 / (n + 1));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const pageOf = (n) => {
    let left = (createRandom(n).below(1e9) / 1e9) * whole;
    const found = weights.findIndex((weight) => (left -= weight) < 0);
    return found === -1 ? 0 : found;
  };
  const request = (n) => ({ path: encoded(`/api/articles?pagination[start]=${pageOf(n) * 9}&pagination[limit]=25`) });
  return { ...read(name, title, 0, request), ...commits };
}

function read(name, title, least, request) {
  return { name, title, least, connections: READERS, request, isRead: true };
}

function encoded(path) {
  return encodeURI(path).replaceAll('[', '%5B').replaceAll(']', '%5D');
}
