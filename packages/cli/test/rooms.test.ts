import { describe, expect, test } from 'vitest';

import { project } from './command-line.js';
import { checkRooms, sideDoors } from './rooms.js';

const nothing = { unknownRooms: [], forbidden: [], cycles: [], unused: [] };

describe('checkRooms', () => {
  test('accepts imports that the table allows, and imports inside a room', async () => {
    const root = await project({
      'entry.ts': "import { b } from './top/b.js';\nimport fs from 'node:fs';\n",
      'top/b.ts': "export * from './c.js';\n",
      'top/c.ts': "import type { D } from '../bottom/d.js';\n",
      'bottom/d.ts': 'export type D = string;\n',
    });
    expect(checkRooms(root, { entry: ['top'], top: ['bottom'], bottom: [] })).toEqual(nothing);
  });

  test('reports a room that the table does not know', async () => {
    const root = await project({ 'known/a.ts': '', 'new/b.ts': '' });
    expect(checkRooms(root, { known: [] })).toEqual({ ...nothing, unknownRooms: ['new'] });
  });

  test.each([
    ['an import', "import { b } from '../b/b.js';\n"],
    ['a type import', "import type { B } from '../b/b.js';\n"],
    ['a re-export', "export * from '../b/b.js';\n"],
    ['an import over several lines', "import {\n  b,\n  type B,\n} from '../b/b.js';\n"],
    ['an import at run time', "const { b } = await import('../b/b.js');\n"],
  ])('reports %s that the table does not allow', async (_, source) => {
    const root = await project({ 'a/a.ts': source, 'b/b.ts': '' });
    expect(checkRooms(root, { a: [], b: [] })).toEqual({ ...nothing, forbidden: ['a/a.ts → b/b.ts'] });
  });

  test('reports a cycle between rooms, also when the table allows every arrow of it', async () => {
    const root = await project({
      'a/a.ts': "import { b } from '../b/b.js';\n",
      'b/b.ts': "import { c } from '../c/c.js';\n",
      'c/c.ts': "import type { A } from '../a/a.js';\n",
    });
    const found = checkRooms(root, { a: ['b'], b: ['c'], c: ['a'] });
    expect(found).toEqual({ ...nothing, cycles: ['a → b → c → a'] });
  });

  test('takes folders of a divided room for rooms, and reports a folder without a line', async () => {
    const root = await project({
      'a/a.ts': "import { c } from './inner/c.js';\n",
      'a/inner/c.ts': "import { a } from '../a.js';\n",
      'a/new/d.ts': '',
    });
    const found = checkRooms(root, { a: ['a/inner'], 'a/inner': [] });
    expect(found).toEqual({ ...nothing, unknownRooms: ['a/new'], forbidden: ['a/inner/c.ts → a/a.ts'] });
  });

  test('reports an arrow of the table that no import uses', async () => {
    const root = await project({ 'a/a.ts': '', 'b/b.ts': '' });
    expect(checkRooms(root, { a: ['b'], b: [] })).toEqual({ ...nothing, unused: ['a → b'] });
  });
});

describe('sideDoors', () => {
  test('reports an import of a file inside another room, and accepts one of its door', async () => {
    const root = await project({
      'entry.ts': "export { b } from './b/b.js';\n",
      'a/a.ts': "import { b } from '../b/index.js';\nimport type { B } from '../b/b.js';\n",
      'a/inner/c.ts': "import { a } from '../a.js';\nimport { d } from '../../b/inner/index.js';\n",
      'b/b.ts': '',
      'b/index.ts': "export { b } from './b.js';\n",
      'b/inner/index.ts': '',
    });
    expect(sideDoors(root)).toEqual(['a/a.ts → b/b.ts', 'a/inner/c.ts → b/inner/index.ts']);
  });
});
