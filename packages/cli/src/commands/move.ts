import { Command } from 'commander';

import { loadStrapi } from '../strapi/load.js';
import type { MoveFlags } from '../strapi/tools.js';
import type { Terminal } from '../terminal/terminal.js';
import { examples } from './examples.js';

export function moveCommand(terminal: Terminal): Command {
  return new Command('move')
    .description('read a Strapi 5 project, propose its config, and list what needs a hand')
    .argument('[project]', 'the folder of the Strapi project; this folder unless given')
    .option('--into <folder>', 'write the new project to this folder, beside the old one')
    .option('--archive <file>', 'take roles, permissions and locales from an archive of "strapi export"')
    .option('--key <key>', 'decrypt the archive')
    .option('--database <address>', 'take them from the database of Strapi: an address, or a SQLite file')
    .option('--dry-run', 'write nothing; list the files and the parts')
    .option('--agents', 'also write AGENTS.md: commands, places and rules for agents, and an index of the docs')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
Reads schemas, config, src and package.json, and runs none of them. Writes MOVING.md, which lists every part of the
project with file and line: works as it is, translated, needs a hand, not used. Writes content-gen.config.ts, src/app.ts
and stubs that quote the old code. Never overwrites a file that you changed, so you can run it again.`,
    )
    .addHelpText(
      'after',
      examples(
        ['move', 'in the folder of a Strapi project'],
        ['move ../cms --into .', 'beside it: the new project is this folder'],
        ['move --archive export.tar.gz', 'with the permissions and locales of an archive'],
        ['move --database .tmp/data.db', 'with those of the database; also postgres://… and mysql://…'],
        ['move --dry-run', 'look first'],
      ),
    )
    .action(async (project: string | undefined, flags: MoveFlags) => {
      const { move } = await loadStrapi(terminal.cwd);
      terminal.finish(await move(terminal, project ?? '.', flags));
    });
}
