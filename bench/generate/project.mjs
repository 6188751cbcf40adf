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
