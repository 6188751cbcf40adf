const id = (n) => `a${String(n).padStart(23, '0')}`;

/** What is asked of both servers. Values move with `n`, so that neither answers from a single cached row. */
export const scenarios = {
  a: { title: 'list 25', path: (n) => `/api/articles?pagination[page]=${(n % 20) + 1}` },
  b: {
    title: 'list 25, author + categories',
    path: (n) => `/api/articles?populate[0]=author&populate[1]=categories&pagination[page]=${(n % 20) + 1}`,
  },
  c: { title: 'list 25, populate=*', path: (n) => `/api/articles?populate=*&pagination[page]=${(n % 20) + 1}` },
  d: {
    title: '5 articles → author → articles → categories',
    path: (n) =>
      `/api/articles?populate[author][populate][articles][populate]=categories&pagination[pageSize]=5&pagination[page]=${(n % 20) + 1}`,
  },
  e: { title: 'one document, populate=*', path: (n) => `/api/articles/${id((n % 1000) + 1)}?populate=*` },
  f: {
    title: 'two deep relation filters, two sorts, count',
    path: (n) =>
      `/api/articles?filters[author][name][$contains]=Author ${(n % 9) + 1}&filters[categories][name][$in][0]=Category ${(n % 200) + 1}&filters[categories][name][$in][1]=Category ${((n + 7) % 200) + 1}&sort[0]=rating:desc&sort[1]=title`,
  },
};

export function pathsOf(scenario, count = 40) {
  return Array.from({ length: count }, (_, n) =>
    encodeURI(scenario.path(n)).replaceAll('[', '%5B').replaceAll(']', '%5D'),
  );
}
