import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const scalars = [
  "{ type: 'string', required: true, maxLength: 120 }",
  "{ type: 'text' }",
  "{ type: 'richtext' }",
  "{ type: 'blocks' }",
  "{ type: 'email', unique: true }",
  "{ type: 'integer', min: 0, max: 100 }",
  "{ type: 'biginteger' }",
  "{ type: 'decimal' }",
  "{ type: 'boolean', default: false }",
  "{ type: 'date' }",
  "{ type: 'datetime' }",
  "{ type: 'time' }",
  "{ type: 'json' }",
  "{ type: 'enumeration', enum: ['draft', 'review', 'done'] }",
  "{ type: 'media' }",
  "{ type: 'media', multiple: true }",
];

/** Content types of 20 attributes each, every one related to its neighbours. */
export function writeProject(folder, count) {
  mkdirSync(join(folder, 'content', 'components', 'shared'), { recursive: true });
  const options = { target: 'ES2022', module: 'NodeNext', strict: true, noEmit: true, skipLibCheck: true, types: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['src'] }));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'bench', private: true, type: 'module' }));
  writeFileSync(
    join(folder, 'content', 'components', 'shared', 'seo.ts'),
    "import { defineComponent } from 'content-gen';\n\nexport default defineComponent({ attributes: { title: { type: 'string' } } });\n",
  );
  for (let index = 0; index < count; index++) writeType(folder, count, index);
}

/** Three calls for each type: one with filters, one with three levels of populate, one that writes. */
export function writeCalls(folder, count) {
  const lines = [
    "import { createContent } from '@content-gen/runtime';",
    '',
    "import { contentDefinition } from './content/index.js';",
    '',
    'const content = createContent(contentDefinition).asSystem();',
  ];
  for (let index = 0; index < count; index++) {
    const calls = `content.type${String(index).padStart(3, '0')}s`;
    const name = `calls${index}`;
    lines.push(
      '',
      `export async function ${name}() {`,
      `  const list = await ${calls}.find({`,
      `    fields: ['field0', 'field5'],`,
      `    filters: { field0: { $containsi: 'a' }, next: { field5: { $gt: 3 } }, $or: [{ field8: true }, { field9: '2030-01-01' }] },`,
      `    sort: ['field0:asc', 'next.field5:desc'],`,
      `    pagination: { pageSize: 5 },`,
      '  });',
      `  const one = await ${calls}.findOne('a', {`,
      `    populate: { next: { fields: ['field1'], populate: { related: { populate: { previous: true, seo: true }, limit: 3 } } }, field14: { fields: ['url'] } },`,
      '  });',
      `  const made = await ${calls}.create({ data: { field0: 'a', related: { connect: [{ documentId: 'b', position: { start: true } }] } }, populate: ['related'] });`,
      `  const rating: number | null | undefined = list.data[0]?.field5;`,
      `  const text: string | null | undefined = one.data.next?.related[0]?.previous[0]?.field0;`,
      `  const file: string | undefined = one.data.field14?.url;`,
      `  return [rating, text, file, made.data.related[0]?.field0];`,
      '}',
    );
  }
  writeFileSync(join(folder, 'src', 'calls.ts'), `${lines.join('\n')}\n`);
}

export function writeType(folder, count, index, extra = '') {
  const neighbour = nameOf((index + 1) % count);
  const lines = scalars.map((options, number) => `    field${number}: ${options},`);
  lines.push(
    `    next: { type: 'relation', relation: 'manyToOne', target: '${neighbour}', inversedBy: 'previous' },`,
    `    previous: { type: 'relation', relation: 'oneToMany', target: '${nameOf((index + count - 1) % count)}', mappedBy: 'next' },`,
    `    related: { type: 'relation', relation: 'manyToMany', target: '${neighbour}' },`,
    `    seo: { type: 'component', component: 'shared.seo' },`,
  );
  const source = `import { defineContentType } from 'content-gen';

export default defineContentType({
  name: '${nameOf(index)}',
  draftAndPublish: true,
  attributes: {
${lines.join('\n')}
${extra}  },
});
`;
  writeFileSync(join(folder, 'content', `${nameOf(index)}.ts`), source);
}

function nameOf(index) {
  return `type-${String(index).padStart(3, '0')}`;
}
