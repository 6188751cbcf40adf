/** Relations that no one sees at one of their sides, from the definitions to the API. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { siteWithDatabase } from './migrate/site.js';

let at: Awaited<ReturnType<typeof siteWithDatabase>>;
beforeAll(async () => {
  at = await siteWithDatabase();
});
afterAll(async () => {
  await at?.site.close();
  await at?.server.stop();
});

const type = (attributes: readonly string[]) => `import { defineContentType } from 'content-gen';

export default defineContentType({ draftAndPublish: true, attributes: { ${attributes.join(', ')} } });
`;

/** Pairs of relations: the side of the article, the side of the tag, and which of them is hidden. */
const sides: readonly (readonly [string, string, 'article' | 'tag'])[] = [
  ['manyToMany', 'manyToMany', 'tag'],
  ['manyToOne', 'oneToMany', 'tag'],
  ['oneToOne', 'oneToOne', 'tag'],
  ['manyToMany', 'manyToMany', 'article'],
];

/** An attribute of a type for each of these relations. */
function attributes(own: 'article' | 'tag') {
  return sides.map(([ofArticle, ofTag, hidden], index) => {
    const [relation, target] = own === 'article' ? [ofArticle, 'tag'] : [ofTag, 'article'];
    const other = own === 'article' ? `inversedBy: 'from${index}'` : `mappedBy: 'to${index}'`;
    const visible = hidden === own ? ', visible: false' : '';
    const name = own === 'article' ? `to${index}` : `from${index}`;
    return `${name}: { type: 'relation', relation: '${relation}', target: 'api::${target}.${target}', ${other}${visible} }`;
  });
}

test('links stay when a document is written, published or discarded that hides its side of them', async () => {
  const { site } = at;
  await site.write({ 'content/article.ts': type(attributes('article')), 'content/tag.ts': type(attributes('tag')) });
  await site.syncSchema();
  await site.start();
  const tag = `/tags/${(await site.api('POST', '/tags', {})).data.documentId}`;
  const linked = Object.fromEntries(sides.map((_, index) => [`to${index}`, tag.slice('/tags/'.length)]));
  const article = `/articles/${(await site.api('POST', '/articles', linked)).data.documentId}`;

  for (const path of [tag, article]) {
    await site.api('PUT', path, {});
    await site.api('POST', `${path}/actions/publish`);
    await site.api('PUT', `${path}?status=draft`, {});
    await site.api('POST', `${path}/actions/discard`);
    for (const status of ['published', 'draft']) {
      const shown = async (of: string) => (await site.api('GET', `${of}?populate=*&status=${status}`)).data;
      const other = { documentId: tag.slice('/tags/'.length) };
      expect(await shown(article)).toMatchObject({ to0: [other], to1: other, to2: other });
      expect(await shown(tag)).toMatchObject({ from3: [{ documentId: article.slice('/articles/'.length) }] });
    }
  }
});
