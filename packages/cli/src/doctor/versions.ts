import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Config } from '../config/index.js';
import { installedVersion, usesOurPackages } from '../project/packages.js';
import { installCommand, version } from '../version.js';
import type { Findings } from './finding.js';

/** The contract between generated code and runtime that this version writes. */
const contract = 2;
const oldestNode = [20, 19] as const;

/** Versions of Node, of the packages, and of the contract of the generated code. */
export function checkVersions(config: Config): Findings {
  return [
    ...checkNode(process.versions.node),
    ...checkRuntime(config.root),
    ...checkMoving(config.root),
    ...checkContract(config),
  ];
}

export function checkNode(node: string): Findings {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const [least, leastMinor] = oldestNode;
  if (major > least || (major === least && minor >= leastMinor)) {
    return [{ level: 'ok', subject: 'versions', message: `Node ${node}, content-gen ${version}` }];
  }
  const message = `Node ${node} is older than ${least}.${leastMinor}`;
  return [{ level: 'error', subject: 'versions', message, hint: 'install a newer version of Node' }];
}

function checkRuntime(root: string): Findings {
  const name = '@content-gen/runtime';
  if (usesOurPackages(root)) {
    const hint = `run "${installCommand([name, 'drizzle-orm', 'hono'])}" before you deploy`;
    return [{ level: 'note', subject: 'versions', message: `${name} is not installed in the project`, hint }];
  }
  const installed = installedVersion(root, name);
  if (installed === version) return [{ level: 'ok', subject: 'versions', message: `${name} ${installed}` }];
  const message = `${name} is ${installed ?? 'unreadable'}, but content-gen is ${version}`;
  return [{ level: 'warning', subject: 'versions', message, hint: 'install the same version of both' }];
}

/** The package of a move is there only as long as the move. */
function checkMoving(root: string): Findings {
  const name = '@content-gen/strapi';
  const installed = installedVersion(root, name);
  if (installed === undefined || installed === version) return [];
  const message = `${name} is ${installed}, but content-gen is ${version}`;
  return [{ level: 'warning', subject: 'versions', message, hint: 'install the same version of both, or remove it' }];
}

function checkContract({ root, output }: Config): Findings {
  const written = /contract: (\d+)/.exec(read(join(root, output, 'index.ts')))?.[1];
  if (written === undefined || Number(written) === contract) return [];
  const message = `the generated code has contract ${written}, but content-gen writes contract ${contract}`;
  return [{ level: 'error', subject: 'versions', message, hint: 'run "content-gen generate"' }];
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // There is no generated code yet.
    return '';
  }
}
