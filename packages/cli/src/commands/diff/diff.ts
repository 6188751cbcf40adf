import { Command, Option } from 'commander';

import type { Terminal } from '../../terminal/terminal.js';
import { examples } from '../examples.js';

export interface DiffFlags {
  readonly against: string;
  readonly mergeBase?: boolean;
  readonly requests?: string;
  readonly migrations: string;
  readonly markdown?: boolean;
  readonly json?: boolean;
  readonly config?: string;
}

export function diffCommand(terminal: Terminal): Command {
  return new Command('diff')
    .description('list what changes for clients, roles and the database since another state of the project')
    .requiredOption('--against <state>', 'a git ref such as origin/main, or a folder such as ./old')
    .option('--merge-base', 'compare with the commit where this branch left the ref')
    .option('--requests <file>', 'mark the changes that these requests meet: a list, a HAR file or JSON lines')
    .option('--migrations <folder>', 'the folder of the migrations', 'migrations')
    .option('--config <file>', 'use this config file instead of content-gen.config.*')
    .addOption(new Option('--markdown', 'print a comment for a pull request').conflicts('json'))
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
Compares definitions, permissions, configuration and migrations. Reads definitions without running them, and runs the
config of both states. Changes no file and needs no database. The key diff.allow of the config accepts a change.`,
    )
    .addHelpText(
      'after',
      examples(
        ['diff --against main', 'see what your work changes'],
        ['diff --against origin/main --merge-base', 'the same, if the branch is behind'],
        ['diff --against v1.4.0 --requests recorded.txt', 'what breaks recorded requests since a release'],
        ['diff --against origin/main --markdown', 'a comment for a pull request'],
        ['diff --against ../old --json', 'two folders, for a script'],
      ),
    )
    .addHelpText(
      'after',
      '\nExit codes: 0 nothing breaks, 1 something breaks, 2 the states cannot be compared, 64 wrong use.',
    )
    .action(async (flags: DiffFlags) => {
      const { runDiff } = await import('./run-diff.js');
      terminal.finish(await runDiff(terminal, flags));
    });
}
