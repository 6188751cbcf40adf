import { readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';

import { replaceFile } from '../files/replace-file.js';

type Compiler = (typeof import('ts-morph'))['ts'];

/** The TypeScript compiler, loaded. */
interface LoadedCompiler {
  readonly ts: Compiler;
  /** Keeps the machine code of the compiler for the next run, with the functions that this run has used. */
  readonly keepCode: () => Promise<void>;
}

let loaded: LoadedCompiler | undefined;

/**
 * Loads the compiler that ts-morph contains. Node compiles its nine megabytes in half a second, so the cache of the
 * project keeps the code that V8 made. V8 refuses code of another compiler, but crashes on code of another Node that
 * has the same version of V8, so the name of the file has the version of Node.
 */
export function loadCompiler(root: string): LoadedCompiler {
  return (loaded ??= loadCached(root) ?? { ts: loadPlainly(), keepCode: () => Promise.resolve() });
}

function loadPlainly(): Compiler {
  // `import` would scan the exports of ts-morph first, which takes as long again.
  const morph: typeof import('ts-morph') = createRequire(import.meta.url)('ts-morph');
  return morph.ts;
}

/** Undefined if a later ts-morph keeps its compiler elsewhere. */
function loadCached(root: string): LoadedCompiler | undefined {
  const compiler = findCompiler();
  if (compiler === undefined) return undefined;
  const folder = join(root, '.content-gen', 'cache');
  const file = join(folder, codeFile);
  const cachedData = readCode(file);
  const script = new Script(asFunction(readFileSync(compiler, 'utf8')), {
    filename: compiler,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  const module: { exports: unknown } = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(compiler), module, compiler, '');
  let isKept = cachedData !== undefined && script.cachedDataRejected !== true;
  return {
    // The module is the one that ts-morph exports as `ts`.
    ts: module.exports as Compiler,
    keepCode: async () => {
      if (isKept) return;
      // Making it takes as long as it saves, so a command that goes on reading, such as serve, does so once.
      isKept = true;
      // A run without the code is slower but correct.
      await keepOnly(folder, script.createCachedData()).catch(() => undefined);
    },
  };
}

/** The name of the file with the code for this Node. */
export const codeFile = `compiler-${process.version}-${process.arch}.bin`;

/** Writes the code for this Node, and removes that for others. */
async function keepOnly(folder: string, code: Buffer): Promise<void> {
  await replaceFile(join(folder, codeFile), code);
  const others = (await readdir(folder)).filter((name) => /^compiler.*\.bin$/.test(name) && name !== codeFile);
  await Promise.all(others.map((name) => rm(join(folder, name), { force: true })));
}

/** As Node wraps a CommonJS module. */
function asFunction(source: string): string {
  return `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
}

function findCompiler(): string | undefined {
  try {
    const morph = createRequire(import.meta.url).resolve('ts-morph');
    const common = createRequire(morph).resolve('@ts-morph/common');
    return createRequire(common).resolve('./typescript.js');
  } catch {
    return undefined;
  }
}

function readCode(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
