import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** What the set-up of a run has found. */
export interface Run {
  readonly chromium: string;
}

/** A reason for which tests may be skipped. */
export interface Skip {
  /** The program or platform whose absence skips the tests. */
  readonly missing: string;
  readonly isPresent: (run: Run) => boolean;
  /** Whether a test is about it, by its file and its full name. */
  readonly concerns: (file: string, name: string) => boolean;
}

/** A skip that is not listed here fails the run, and so does one whose program is present. */
export const skips: readonly Skip[] = [
  {
    missing: 'MYSQL_URL, the address of a MySQL or MariaDB whose user may create databases',
    isPresent: () => process.env['MYSQL_URL'] !== undefined,
    concerns: (file, name) => file.includes('/transfer/') && name.includes('MySQL'),
  },
  {
    missing: 'Chromium: npm has one for Linux on x64, else `CHROMIUM` names one, or the system has it',
    isPresent: ({ chromium }) => chromium !== '',
    concerns: (file) => /\/test\/(client|console|studio)\//.test(file),
  },
  {
    missing: 'PgBouncer',
    isPresent: () => runs('pgbouncer', '--version'),
    concerns: (_, name) => name.includes('pooler'),
  },
  {
    missing: 'HAProxy',
    isPresent: () => runs('haproxy', '-v'),
    concerns: (_, name) => name.includes('HAProxy'),
  },
  {
    missing: 'a PostgreSQL of the system, whose programs docs/backup.md calls',
    isPresent: () => runs('initdb', '--version') || existsSync('/usr/lib/postgresql'),
    concerns: (_, name) => name.startsWith('docs/backup.md'),
  },
  {
    missing: 'the program `script` of Linux, which runs a command in a terminal',
    isPresent: () => process.platform === 'linux' && runs('script', '--version'),
    concerns: (file) => /\/(terminal|missing-tools)\.test\.ts$/.test(file),
  },
  {
    missing: '/dev/full, a disk of Linux without space',
    isPresent: () => existsSync('/dev/full'),
    concerns: (file) => file.endsWith('/disk-error.test.ts'),
  },
  {
    missing: 'the account root, which gives files to other accounts',
    isPresent: () => process.getuid?.() === 0,
    concerns: (file) => file.endsWith('/private-folder.test.ts'),
  },
  {
    missing: 'a binary of Node on npm for this platform',
    isPresent: () => process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch),
    concerns: (file) => file.includes('/node-versions.'),
  },
];

function runs(program: string, ...args: readonly string[]): boolean {
  return spawnSync(program, args).status === 0;
}
