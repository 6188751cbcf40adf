const populated = (levels) =>
  Array.from({ length: levels }, (_, n) => (n % 2 === 0 ? 'articles' : 'categories')).join('.');

/** Requests of an anonymous caller that are short and costly. `n` counts the requests of an attack. */
export const attacks = {
  'sort through two lists': () => '/api/articles?sort=categories.articles.title',
  'sort through four lists': () => '/api/articles?sort=categories.articles.categories.articles.title:desc',
  'sort by several lists': () =>
    '/api/articles?sort[0]=categories.name&sort[1]=tags.name&sort[2]=author.articles.title&pagination[withCount]=false',
  '200 $containsi below one $or': (n) =>
    `/api/articles?${Array.from({ length: 200 }, (_, i) => `filters[$or][${i}][body][$containsi]=x${n}y${i}`).join('&')}`,
  '200 $notContainsi': (n) =>
    `/api/articles?${Array.from({ length: 200 }, (_, i) => `filters[$and][${i}][body][$notContainsi]=x${n}y${i}`).join('&')}`,
  'filters through three lists': (n) =>
    `/api/articles?filters[categories][articles][categories][articles][body][$containsi]=nothing${n}`,
  'negated filters through lists': (n) =>
    `/api/articles?filters[$not][categories][articles][author][articles][title][$eq]=nothing${n}`,
  'search without a hit': (n) => `/api/articles?_q=nothing${n}`,
  'search for digits that are no number': (n) => `/api/articles?_q=${'1'.repeat(8_000)}x${n}`,
  'the last page': () => '/api/articles?sort=body&pagination[start]=1000000',
  '25 categories with their articles of 20 kB': () => '/api/categories?populate=articles',
  '100 categories with their articles of 20 kB': () => '/api/categories?populate=articles&pagination[pageSize]=100',
  '100 authors with all of their articles': () =>
    '/api/authors?populate[articles][populate]=*&pagination[pageSize]=100&status=published',
  'one category with its articles of 20 kB': () => '/api/categories?populate=articles&pagination[pageSize]=1',
  'every page size, 13 levels': (n) =>
    `/api/categories?populate=${populated(13)}&pagination[pageSize]=${(n % 100) + 1}`,
  'every page size, 2 levels with slices': (n) =>
    `/api/categories?populate[articles][pagination][pageSize]=${(n % 100) + 1}&populate[articles][populate]=categories&pagination[pageSize]=${((n * 7) % 100) + 1}`,
  'populated lists, sorted through lists': () =>
    '/api/categories?populate[articles][sort]=categories.articles.title&populate[articles][pagination][pageSize]=1&pagination[pageSize]=100',
  'populated lists, filtered through lists': (n) =>
    `/api/authors?populate[articles][filters][categories][articles][body][$containsi]=nothing${n}&populate[articles][fields]=title&pagination[pageSize]=100`,
  'counts of populated lists, filtered by text': (n) =>
    `/api/categories?populate[articles][count]=true&populate[articles][filters][body][$notContainsi]=nothing${n}&pagination[pageSize]=100`,
  '250 $eqi below one $or': (n) =>
    `/api/articles?${Array.from({ length: 250 }, (_, i) => `filters[$or][${i}][body][$eqi]=x${n}${i}`).join('&')}`,
  '200 ids of related documents below one $or': (n) =>
    `/api/articles?${Array.from({ length: 200 }, (_, i) => `filters[$or][${i}][categories][id]=${n}${i}`).join('&')}`,
  '80 pairs of related documents below one $or': (n) =>
    `/api/articles?${Array.from({ length: 80 }, (_, i) => `filters[$or][${i}][$and][0][categories][id]=${n}${i}&filters[$or][${i}][$and][1][author][id]=${n}${i}`).join('&')}`,
  'filters through four lists, without a total': (n) =>
    `/api/categories?filters[articles][categories][articles][author][articles][title][$endsWithi]=nothing${n}&pagination[withCount]=false`,
  '5,000 nested brackets in an operand': () => `/api/articles?filters[sections][$eq]=${'['.repeat(5_000)}`,
};
