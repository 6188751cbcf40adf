import { type Finding, effectOf } from './finding.js';
import type { Piece } from './survey/pieces.js';

/** How to port each kind of code, with a sample. The samples have the types of the README: articles and authors. */
export const recipes = {
  adds: {
    title: 'A controller that adds to an answer',
    text: '`super.find(ctx)` is `next()`: it makes the generated answer, with the rights of the caller.',
    sample: `articleRoutes.get('/articles', async (c, next) => {
  await next();
  if (!c.res.ok) return;
  const body: { data: object[]; meta: object } = await c.res.json();
  c.res = c.json({ ...body, meta: { ...body.meta, shown: body.data.length } });
});`,
  },
  replaces: {
    title: 'A controller that makes its own answer',
    text: '`c.var.content` has the rights of the caller, as a front end has them. `strapi.documents(…)` and `strapi.db.query(…)` had all rights, and `findMany` found every document: `asSystem()` has all rights, too, and `find` answers a page. A route without `auth: false` asked the caller for a permission of its handler, so begin such a handler with a check.',
    sample: `articleRoutes.get('/articles/newest', async (c) => {
  const { data } = await c.var.content.articles.find({ sort: 'publishedAt:desc', pagination: { limit: 3 } });
  return c.json({ data });
});

articleRoutes.get('/articles/drafts', async (c) => {
  const { caller } = c.var.scope;
  if (caller.kind !== 'role' || caller.user === undefined) throw new ForbiddenError();
  const { articles } = createContent(contentDefinition).asSystem();
  const { data } = await articles.find({ status: 'draft', pagination: { page: 1, pageSize: 100 } });
  return c.json({ data });
});`,
  },
  service: {
    title: 'A service',
    text: 'It becomes a function of a module. Its caller gives it the documents.',
    sample: `import type { Documents } from '@content-gen/runtime';

import type * as models from './content/models.js';

export async function newest({ articles }: Documents<typeof models>, limit: number) {
  return (await articles.find({ sort: 'publishedAt:desc', pagination: { limit } })).data;
}`,
  },
  before: {
    title: 'A lifecycle before a write',
    text: '`event.params.data` is `data`: return the data to write. To refuse it, throw a `ValidationError`.',
    sample: `article: {
  beforeCreate: ({ data }) => ({ ...data, title: data.title?.trim() ?? '' }),
},`,
  },
  after: {
    title: 'A lifecycle after a write',
    text: '`event.result` is read with `documentId`. The hook is inside the transaction: mails and requests belong into middleware.',
    sample: `article: {
  afterUpdate: async ({ documentId, tx }) => {
    const { data } = await tx.asSystem().articles.findOne(documentId, { populate: ['author'] });
    console.log(data.title);
  },
},`,
  },
  policy: {
    title: 'A policy',
    text: 'A rule about rows is a permission of the config, which also holds for lists and relations. Other rules are middleware, which calls `next` where the policy returned true.',
    sample: `permissions: {
  authenticated: { article: { actions: ['find', 'update'], whereTo: { update: { owner: '$caller' } } } },
},`,
  },
  middleware: {
    title: 'A middleware',
    text: '`ctx.request` is `c.req`, `ctx.set(…)` is `c.header(…)`, and `ctx.body = …` is a returned `c.json(…)`. Call `next` where the old code did.',
    sample: `export const fromOffice: MiddlewareHandler = async (c, next) => {
  if (c.req.header('X-Office') !== process.env.OFFICE) throw new ForbiddenError();
  await next();
};`,
  },
  documents: {
    title: 'A Document Service middleware',
    text: 'Around writes, it is a hook of each type that it compares with: code before `next` is a `before` hook, and code after it an `after` hook.',
    sample: `article: {
  beforeCreate: ({ data }) => ({ ...data, title: data.title?.trim() ?? 'Untitled' }),
},`,
  },
  extension: {
    title: 'Code around users and sign-in',
    text: 'It becomes middleware before the generated routes. A body can be read once, so pass it on.',
    sample: `app.use('/api/auth/local', async (c, next) => {
  const body = await c.req.raw.text();
  c.req.raw = new Request(c.req.raw, { body });
  if (body.includes('@old.example.org')) throw new ForbiddenError('Use your new address');
  await next();
});`,
  },
  cron: {
    title: 'A cron task',
    text: 'It becomes `run` of its task. The scheduler of your host starts `src/moved/run-task.ts`, which runs the task and closes the connections.',
    sample: `const { articles } = createContent(contentDefinition).asSystem();
const { data } = await articles.find({ fields: ['title'] });`,
  },
  seed: {
    title: 'A bootstrap that seeds',
    text: 'It becomes a script, which `npx content-gen run seed.ts` starts once. Permissions that it set belong into the config.',
    sample: `const { authors } = createContent(contentDefinition).asSystem();
const { data } = await authors.find({ pagination: { limit: 1 } });
if (data.length === 0) await authors.create({ data: { name: 'Ines' } });
await closeContent(contentDefinition);`,
  },
} as const;

export type Recipe = keyof typeof recipes;

/** The recipe for a part that needs a hand. */
export function recipeOf(finding: Finding): Recipe | undefined {
  const { kind, name, outcome, recipe } = finding;
  if (outcome !== 'hand' || recipe !== undefined) return outcome === 'hand' ? recipe : undefined;
  if (kind === 'service' || kind === 'cron') return kind;
  const isClosed = effectOf(finding) === 'closed';
  if (isClosed && (kind === 'policy' || kind === 'middleware' || kind === 'documents' || kind === 'extension'))
    return kind;
  if (kind === 'start') return name === 'bootstrap' ? 'seed' : undefined;
  const [, when] = / (before|after)(?:Create|Update|Delete)$/.exec(name) ?? [];
  return kind === 'lifecycle' && (when === 'before' || when === 'after') ? when : undefined;
}

/** Code that calls the replaced action adds to the answer of that action. */
export function recipeOfController({ code }: Pick<Piece, 'code'>): 'adds' | 'replaces' {
  return /\bsuper\.\w+\(/.test(code) ? 'adds' : 'replaces';
}

/** The samples for the code of a project: each sample once, however often the project has this kind of code. */
export function renderRecipes(findings: readonly Finding[]): string {
  const used = new Set(findings.map(recipeOf));
  const shown = Object.entries(recipes).filter(([key]) => [...used].some((each) => each === key));
  if (shown.length === 0) return '';
  const parts = shown.map(([, { title, text, sample }]) => `### ${title}\n\n${text}\n\n\`\`\`ts\n${sample}\n\`\`\`\n`);
  return `## How to port\n\n${parts.join('\n')}\n`;
}

/** The title of a recipe as a link within the report. */
export function linkTo(recipe: Recipe): string {
  const { title } = recipes[recipe];
  return `[${title.charAt(0).toLowerCase()}${title.slice(1)}](#${title.toLowerCase().replaceAll(' ', '-')})`;
}
