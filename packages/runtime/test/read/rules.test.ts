import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Site, id, openSite, seedSite } from './site.js';

let site: Site;
beforeAll(async () => {
  site = await openSite();
  await seedSite(site.database);
});
afterAll(() => site.close());

const ask = async (path: string) => {
  const { status, body } = await site.get(path);
  return { status, ...body };
};

const names = async (path: string) => {
  const { status, data, error } = await ask(path);
  expect(status, JSON.stringify(error)).toBe(200);
  return data.map((document: Record<string, unknown>) => document['title'] ?? document['name']);
};

/** The error of a key that may not stand where it does. */
const invalidKey = (param: string, key: string, path: string | null) => ({
  status: 400,
  name: 'ValidationError',
  message: path === null || path === key ? `Invalid key ${key}` : `Invalid key ${key} at ${path}`,
  details: { key, path, source: 'query', param },
});

const complaint = (message: string, details: object = {}) => ({
  status: 400,
  name: 'ValidationError',
  message,
  details,
});

const ORDER = 'Invalid order. order can only be one of asc|desc|ASC|DESC';

describe('sort', () => {
  it.each([
    ['author:desc', 'desc', 'author'],
    ['seo:asc', 'asc', 'seo'],
    ['author.profile:desc', 'desc', 'author.profile'],
    ['author.', 'author', 'author'],
    ['author', 'author', 'author'],
  ])('=%s is refused with the key that does not exist', async (sort, key, path) => {
    expect((await ask(`/api/articles?sort=${sort}`)).error).toEqual(invalidKey('sort', key, path));
  });

  it('reads the value below a relation as a name, which needs a direction', async () => {
    expect((await ask('/api/articles?sort[author]=nope')).error).toEqual(invalidKey('sort', 'nope', 'author'));
    expect((await ask('/api/articles?sort[author]=name')).error).toEqual(complaint(ORDER));
    expect((await ask('/api/articles?sort[author][name]=name')).error).toEqual(complaint(ORDER));
  });

  it('with an empty direction is ignored, but its key is checked', async () => {
    expect(await names('/api/articles?sort[title]=')).toEqual(await names('/api/articles'));
    expect(await names('/api/articles?sort[author][name]=')).toEqual(await names('/api/articles'));
    expect((await ask('/api/articles?sort[author]=')).error).toEqual(invalidKey('sort', 'author', 'author'));
    expect((await ask('/api/articles?sort[nope]=')).error).toEqual(invalidKey('sort', 'nope', null));
  });

  it.each(['nope:foo', 'nope:', 'title,nope:foo'])('=%s is refused for its name before its direction', async (sort) => {
    expect((await ask(`/api/articles?sort=${sort}`)).error).toEqual(invalidKey('sort', 'nope', null));
  });

  it.each(['title:foo', 'title:', 'author.name:foo'])('=%s is refused for its direction', async (sort) => {
    expect((await ask(`/api/articles?sort=${sort}`)).error).toEqual(complaint(ORDER));
  });

  it('leaves out what follows a direction', async () => {
    expect(await names('/api/articles?sort=title:desc:asc')).toEqual(await names('/api/articles?sort=title:desc'));
  });

  it('reads a direction behind a relation that the caller may not see as a name', async () => {
    expect((await ask('/api/articles?sort=vault:desc')).error).toEqual(invalidKey('sort', 'desc', 'vault'));
    expect((await ask('/api/articles?sort[vault]=asc')).error).toEqual(invalidKey('sort', 'asc', 'vault'));
    expect((await ask('/api/articles?sort=vault.name:desc')).error).toEqual(invalidKey('sort', 'vault', 'vault'));
  });

  it('is checked after filters and before fields', async () => {
    expect((await ask('/api/articles?fields=a&sort=b&filters[c]=1')).error.details.key).toBe('c');
    expect((await ask('/api/articles?populate=p&fields=a&sort=b')).error.details.key).toBe('b');
  });
});

describe('filters', () => {
  it.each(['filters=abc', 'filters=', 'filters[]=x'])('%s are no conditions', async (query) => {
    const { error } = await ask(`/api/articles?${query}`);
    expect(error).toEqual(complaint('The filters parameter must be an object or an array'));
  });

  it.each([
    ['filters[author][$gt]=1', ['Gamma']],
    ['filters[author][$lte]=1', ['Alpha', 'beta']],
    ['filters[author][$between][0]=2&filters[author][$between][1]=9', ['Gamma']],
    ['filters[seo][$notNull]=true', ['Alpha']],
    ['filters[$and][0][locale]=fr', []],
    ['filters[$and][0][locale]=fr&filters[$and][1][title]=Alpha FR', []],
    ['filters[locale]=fr', ['Alpha FR']],
    ['filters[locale]=fr&filters[title]=Alpha FR', ['Alpha FR']],
  ])('%s', async (query, expected) => {
    expect(await names(`/api/articles?sort=id&${query}`)).toEqual(expected);
  });

  it('find a component by its id', async () => {
    const { data } = await ask(`/api/articles/${id('a1')}?populate=seo`);
    expect(await names(`/api/articles?filters[seo]=${data.seo.id}`)).toEqual(['Alpha']);
    expect(await names(`/api/articles?filters[seo][$in][0]=${data.seo.id + 1}`)).toEqual([]);
    expect((await ask('/api/articles?filters[seo]=abc')).error.name).toBe('ValidationError');
  });

  it.each([
    ['publishedOn', '2024-13-01', 'Invalid format, expected yyyy-MM-dd'],
    ['publishedOn', '2024-01-32', 'Invalid format, expected yyyy-MM-dd'],
    ['publishedOn', '2024-02-30', 'Invalid date'],
    ['startsAt', '2024-02-30', 'Invalid format, expected a timestamp or an ISO date'],
    ['startsAt', '1.5', 'Invalid format, expected a timestamp or an ISO date'],
  ])('refuse %s=%s', async (name, value, message) => {
    expect((await ask(`/api/articles?filters[${name}]=${value}`)).error).toEqual(complaint(message));
  });

  it.each(['2024-01-15 10:00:00', '20240115T100000Z', '2024-01-15T10', '2024-01-15T12:00+02', '1705312800000'])(
    'read the datetime %s',
    async (moment) => {
      expect(await names(`/api/articles?filters[startsAt]=${encodeURIComponent(moment)}`)).toEqual(['Alpha']);
    },
  );

  it.each(['"\\u0000"', '"\\ud800"', '{"\\u0000":1}', '[["\\udc00"]]', '{'])(
    'refuse JSON that the database cannot hold: %s',
    async (value) => {
      for (const operator of ['$eq', '$ne', '$in', '$jsonSupersetOf', '$gt']) {
        const { status, error } = await ask(`/api/articles?filters[extra][${operator}]=${encodeURIComponent(value)}`);
        expect([status, error.name, error.details.path], operator).toEqual([
          400,
          'ValidationError',
          `filters.extra.${operator}`,
        ]);
      }
    },
  );

  it('compare with the start of 1970', async () => {
    expect(await names('/api/articles?filters[startsAt][$gt]=0&sort=id')).toContain('Alpha');
  });
});

describe('a key of localized types', () => {
  it.each([
    ['fields=locale', 'fields', 'locale'],
    ['sort=locale', 'sort', 'locale'],
    ['filters[locale]=en', 'filters', 'locale'],
    ['populate=localizations', 'populate', 'localizations'],
    ['populate[localizations]=true', 'populate', 'localizations'],
    ['filters[localizations][id]=1', 'filters', 'localizations'],
  ])('is hidden elsewhere: %s', async (query, param, key) => {
    expect((await ask(`/api/authors?${query}`)).error).toEqual(invalidKey(param, key, key));
  });
});

describe('fields', () => {
  it.each(['fields=title,', 'fields[0]=', 'fields=,title'])('refuse an empty name: %s', async (query) => {
    expect((await ask(`/api/articles?${query}`)).error).toEqual(invalidKey('fields', '', null));
  });

  it('in a list have one name each, after their names are checked', async () => {
    const refused = complaint('Invalid fields parameter. Expected a string or an array of strings');
    expect((await ask('/api/articles?fields[0]=title,slug')).error).toEqual(refused);
    expect((await ask('/api/authors?populate[articles][fields][0]=title,slug')).error).toEqual(refused);
    expect((await ask('/api/articles?fields[0]=title,nope')).error).toEqual(invalidKey('fields', 'nope', null));
  });

  it('without a value are not sent', async () => {
    expect(Object.keys((await ask('/api/articles?fields')).data[0])).toContain('title');
    expect(Object.keys((await ask('/api/articles?fields[]&fields[]=slug')).data[0])).not.toContain('title');
  });

  it('may be empty as a whole, but not below populate', async () => {
    expect(Object.keys((await ask('/api/articles?fields=')).data[0])).toContain('title');
    expect((await ask('/api/articles?populate[author][fields]=')).error).toEqual(invalidKey('populate', '', null));
  });
});

describe('lists of names', () => {
  const list = (key: string, name: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${key}[${index}]=${name}`).join('&');

  it('have at most a hundred entries', async () => {
    expect((await ask(`/api/articles?${list('sort', 'title', 100)}`)).status).toBe(200);
    expect((await ask(`/api/articles?${list('sort', 'title', 101)}`)).error).toEqual(invalidKey('sort', '0', null));
    expect((await ask(`/api/articles?${list('fields', 'title', 100)}`)).status).toBe(200);
    expect((await ask(`/api/articles?${list('fields', 'title', 101)}`)).error).toEqual(
      complaint('Invalid fields parameter. Expected a string or an array of strings'),
    );
    expect((await ask(`/api/articles?${list('populate', 'author', 100)}`)).status).toBe(200);
    expect((await ask(`/api/articles?${list('populate', 'author', 101)}`)).error).toEqual(
      complaint(
        'Too many populate entries (101). The maximum number of populate entries when using array notation is 100. Consider using object notation (populate[field]=true), nested population, or reducing the number of fields.',
        { source: 'query', param: 'populate' },
      ),
    );
  });

  it('do not limit $in', async () => {
    expect(await names(`/api/articles?${list('filters[title][$in]', 'Alpha', 300)}`)).toEqual(['Alpha']);
  });
});

describe('_q', () => {
  it('searches document ids, and long numbers exactly', async () => {
    expect(await names(`/api/articles?_q=${id('a1').toUpperCase()}`)).toEqual(['Alpha']);
    expect(await names('/api/articles?_q=9007199254740993')).toEqual(['Alpha']);
    expect(await names('/api/articles?_q=9007199254740992')).toEqual([]);
    expect(await names('/api/articles?_q=99999999999999999999999')).toEqual([]);
  });

  it('finds numbers by their digits alone', async () => {
    expect(await names('/api/articles?_q=5')).toEqual(['Alpha']);
    expect(await names('/api/articles?_q=0x5')).toEqual([]);
    expect(await names('/api/articles?_q=5e0')).toEqual([]);
  });

  it('finds the smallest and the largest number of a column', async () => {
    const rate = (rating: number) =>
      site.database.rows(`update articles set rating = $1 where document_id = $2`, [rating, id('a3')]);
    for (const rating of [-2147483648, 2147483647]) {
      await rate(rating);
      expect(await names(`/api/articles?_q=${rating}`)).toEqual(['Gamma']);
      expect(await names(`/api/articles?filters[rating]=${rating}`)).toEqual(['Gamma']);
    }
    await rate(8);
  });
});

describe('pagination', () => {
  it.each([
    ['[pageSize]=', { page: 1, pageSize: 1, pageCount: 3, total: 3 }],
    ['[limit]=', { start: 0, limit: 1, total: 3 }],
    ['[page]=', { page: 1, pageSize: 25, pageCount: 1, total: 3 }],
    ['[start]=', { start: 0, limit: 25, total: 3 }],
    ['[pageSize]', { page: 1, pageSize: 25, pageCount: 1, total: 3 }],
    ['[page]=1.5&pagination[pageSize]=2', { page: 1, pageSize: 2, pageCount: 2, total: 3 }],
  ])('%s counts as in Strapi: empty is zero, a page is that of its first document', async (query, pagination) => {
    expect((await ask(`/api/articles?pagination${query}`)).meta).toEqual({ pagination });
  });
});

describe('publicationFilter', () => {
  it.each([
    ['published-with-draft', ['Alpha', 'beta', 'Gamma']],
    ['published-without-draft', []],
  ])('=%s holds for no draft', async (filter, published) => {
    expect(await names(`/api/articles?sort=id&publicationFilter=${filter}`)).toEqual(published);
    expect(await names(`/api/articles?sort=id&publicationFilter=${filter}&status=draft`)).toEqual([]);
  });
});

describe('locale', () => {
  it('is ignored by types without locales', async () => {
    expect((await ask(`/api/authors/${id('au1')}?locale=*`)).data.name).toBe('Alice');
    expect((await ask(`/api/authors/${id('au1')}?locale[0]=fr`)).data.name).toBe('Alice');
    expect((await ask(`/api/articles/${id('a1')}?locale=*`)).status).toBe(404);
  });

  it('of one document is a single code', async () => {
    const { error } = await ask(`/api/articles/${id('a1')}?locale=en&locale=fr`);
    expect(error).toEqual(complaint('Invalid locale param en,fr provided. Document locales must be strings.'));
    expect((await ask(`/api/articles/${id('a1')}?locale[0]=`)).data.title).toBe('Alpha');
  });

  it.each([
    [
      'locale[0]=en&locale[1]=x_y',
      "Invalid parameter at 'locale[1]'. Locale must be a valid BCP 47 format (e.g. en, en-US, zh-Hans).",
      {},
    ],
    [
      `locale=en${'-abcdefgh'.repeat(4)}`,
      "Invalid parameter at 'locale'. Locale exceeds maximum length of 35 characters.",
      {},
    ],
    [
      'locale[$in][0]=en',
      "Invalid parameter at 'locale'. Expected a string, array of strings, empty string, null, or undefined; received: object",
      { received: { $in: ['en'] } },
    ],
  ])('refuses %s', async (query, message, details) => {
    expect((await ask(`/api/articles?${query}`)).error).toEqual(complaint(message, details));
  });

  it('ignores empty codes in a list', async () => {
    expect(await names('/api/articles?locale[0]=&locale[1]=fr')).toEqual(['Alpha FR']);
  });
});

describe('populate', () => {
  it.each([
    // Text says where a name stands in that text.
    ['populate[author][populate]=nope', 'nope', 'nope'],
    ['populate[author][populate][0]=profile.nope', 'nope', 'profile.nope'],
    ['populate[author][populate]=name', 'name', 'name'],
    ['populate=author.articles.nope', 'nope', 'author.articles.nope'],
    // A key is reported with its path; one that names a scalar, as it was sent.
    ['populate[author][populate][nope]=true', 'nope', 'author'],
    ['populate[author][populate][name]=true', 'name', 'author.populate.name'],
    ['populate[author][populate][ssn]=true', 'ssn', 'author.populate.ssn'],
    ['populate[author][populate][createdBy]=true', 'createdBy', 'author.createdBy'],
    ['populate[author]=name', 'name', 'author.name'],
    ['populate[author]=nope', 'nope', 'author'],
    ['populate[id]=true', 'id', null],
    ['populate[categories][count]=abc', 'count', 'categories'],
    ['populate[categories][count]=', 'count', 'categories'],
    ['populate[author][on]=1', 'on', 'author.on'],
    ['populate[content][on]=', 'on', 'content.on'],
    ['populate[content][on][0]=blocks.hero', '0', 'content.on.0'],
    ['populate[content][on][blocks.hero][nope]=1', 'nope', 'content'],
    ['populate[content][on][blocks.hero][limit]=1', 'limit', 'content'],
    // An attribute in the position of an option is part of the path, unlike another name.
    ['populate[author][articles]=true', 'articles', 'author.articles'],
    ['populate[author][name]=1', 'name', 'author.name'],
    ['populate[author][ssn]=1', 'ssn', 'author.ssn'],
    ['populate[author][createdBy]=1', 'createdBy', 'author.createdBy'],
    ['populate[author][id]=1', 'id', 'author'],
    ['populate[author][status]=draft', 'status', 'author'],
    ['populate[related][locale]=fr', 'locale', 'related.locale'],
    ['populate[seo][metaImage]=true', 'metaImage', 'seo.metaImage'],
    ['populate[cover][name]=1', 'name', 'cover.name'],
    ['populate[author][populate][articles][title]=1', 'title', 'author.articles.title'],
    ['populate[content][on][blocks.hero][title]=1', 'title', 'content.title'],
    // Only the populate of the request may be empty.
    ['populate[author][populate]=', '', 'author'],
    ['populate[author][populate][profile][populate]=', '', 'author.profile'],
    // Only lists have pages.
    ['populate[author][limit]=1', 'limit', 'author'],
    ['populate[seo][start]=1', 'start', 'seo'],
    ['populate[cover][pagination][pageSize]=1', 'pagination', 'cover'],
    ['populate[content][on][blocks.hero]=abc', 'abc', 'content'],
    ['populate[content][on][blocks.hero][populate]=nope', 'nope', 'nope'],
    ['populate[content][on][blocks.hero][populate][nope]=true', 'nope', 'content'],
    ['populate[content][on][blocks.hero][populate][title]=true', 'title', 'content.on[blocks.hero].populate.title'],
    [
      'populate[author][populate][articles][populate][content][on][nope]=true',
      'nope',
      'author.populate.articles.populate.content.on.nope',
    ],
    // A path ends at files, and at a key that one component of a zone lacks.
    ['populate=cover.name', 'cover', 'cover'],
    ['populate=seo.metaImage.name', 'metaImage', 'seo.metaImage'],
    ['populate=content.seo.nope', 'seo', 'content.seo'],
    ['populate=content.nope', 'nope', 'content.nope'],
    // A relation that may not be seen still needs valid options.
    ['populate[vault][fields]=nope', 'nope', null],
    ['populate=vault.nope', 'nope', 'vault.nope'],
  ])('%s', async (query, key, path) => {
    expect((await ask(`/api/articles?${query}`)).error).toEqual(invalidKey('populate', key, path));
  });

  it('names the keys that `*` or a list stands for where options are expected', async () => {
    expect((await ask('/api/articles?populate[author]=*')).error).toEqual(
      complaint('Invalid key articles at author.articles', { key: 'articles', path: 'author.articles' }),
    );
    expect((await ask('/api/articles?populate[author][0]=profile')).error).toEqual(
      complaint("Invalid nested populate. Expected '*' or an object"),
    );
    expect((await ask('/api/articles?populate[author][0]=nope')).error).toEqual(
      invalidKey('populate', 'nope', 'author'),
    );
  });

  it.each([
    ['populate[content]=*', '"*"'],
    ['populate[content]=abc', '"abc"'],
    ['populate[content][0]=image', '["image"]'],
    ['populate[content][foo]=1', '{"foo":"1"}'],
    ['populate[content][locale]=fr', '{"locale":"fr"}'],
    ['populate[content][sort]=id', '{"sort":"id"}'],
  ])('asks for a fragment where it does not understand the value of a zone: %s', async (query, found) => {
    const message = `Invalid nested populate for article.content (api::article.article). Expected a fragment ("on") or "count" but found ${found}`;
    expect((await ask(`/api/articles?${query}`)).error).toEqual(complaint(message));
  });

  it('sorts a list by id where its keys are equal, and not by its positions', async () => {
    const list = async (options: string) => {
      const { data } = await ask(`/api/articles/${id('a1')}?populate[gallery][fields]=id${options}`);
      return data.gallery.map((file: { id: number }) => file.id);
    };
    expect(await list('')).toEqual([2, 1]);
    expect(await list('&populate[gallery][sort]=provider:desc')).toEqual([1, 2]);
    expect(await list('&populate[gallery][sort]=')).toEqual([2, 1]);
  });

  it('takes fragments only where there are several types', async () => {
    const message = (name: string) =>
      `Using fragments is not permitted to populate "${name}" in "api::article.article"`;
    const author = await ask('/api/articles?populate[author][on][api::author.author]=true');
    expect(author.error).toEqual(complaint(message('author')));
    expect((await ask('/api/articles?populate[seo][on][shared.seo]=true')).error).toEqual(complaint(message('seo')));
    const unknown = await ask('/api/articles?populate[author][on][x]=true');
    expect(unknown.error).toEqual(invalidKey('populate', 'x', 'author.on.x'));
  });

  it('leaves out types that may not be seen, with any options', async () => {
    const { data } = await ask(
      `/api/articles/${id('a1')}?populate[vault][fields]=name&populate[vault][populate]=articles`,
    );
    expect(data).not.toHaveProperty('vault');
  });
});

describe('every answer', () => {
  it.each(['/api/articles', '/api/nothing', '/api/vaults', '/api/articles?foo=1', '/api/i18n/locales'])(
    'of %s has a Vary header for the origin',
    async (path) => {
      const { headers } = await site.get(path, { origin: 'https://example.com' });
      expect(headers.get('vary')).toContain('Origin');
      expect(headers.get('access-control-allow-origin')).toBe('https://example.com');
    },
  );

  it('of a preflight has a Vary header for the origin', async () => {
    const request = { origin: 'https://example.com', 'access-control-request-method': 'GET' };
    const response = await site.app.request('/api/articles', { method: 'OPTIONS', headers: request });
    expect(response.headers.get('vary')).toBe('Origin');
  });
});

describe('paths', () => {
  it.each([
    '/API/articles',
    '/api/ARTICLES/',
    '/Api/Articles',
    `/API/Articles/${id('a1')}/`,
    '/api/I18N/Locales',
    '/api/Upload/FILES',
  ])('%s is found in upper and lower case', async (path) => {
    expect((await site.get(path)).status).toBe(200);
  });

  it('keep the case of ids', async () => {
    expect((await site.get(`/api/articles/${id('a1').toUpperCase()}`)).status).toBe(404);
    expect((await site.get('/APIS/articles')).status).toBe(404);
    expect((await site.get('/API')).status).toBe(404);
  });
});
