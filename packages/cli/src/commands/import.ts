import { Command } from 'commander';

import { type Example, examples } from './examples.js';
import { type ImportFlags, runImport } from './run-import.js';
import type { Terminal } from '../terminal/terminal.js';

const strapiExample: Example = [
  'import export.tar.gz --dry-run',
  'try an archive of "strapi export": counts and problems',
];
const realExample: Example = ['import export.tar.gz', 'import it, with its files'];
const keyExample: Example = ['import export.tar.gz.enc --key secret', 'the same, encrypted'];
const databaseExample: Example = [
  'import postgres://user@localhost/cms --files ../cms/public/uploads',
  'straight from the database of Strapi; also mysql://… and .tmp/data.db',
];
const onlyExample: Example = [
  'import backup.tar.gz --only article,author',
  'two types of an archive of "content-gen export"',
];

export function importCommand(terminal: Terminal): Command {
  return new Command('import')
    .description('import content from Strapi, or from an export of content-gen')
    .argument(
      '<source>',
      'an archive of "strapi export" or "content-gen export", or the database of Strapi: an address or a SQLite file',
    )
    .option('--key <key>', 'the key of an encrypted archive')
    .option('--only <types>', 'import these content types alone: article,author', (list: string) => list.split(','))
    .option('--files <folder>', 'take the bytes of files from this folder, such as public/uploads of Strapi')
    .option('--keep-urls', 'copy no files; records keep their addresses')
    .option('--admins-as <role>', "make users with this role of Strapi's admins")
    .option('--tokens <names>', 'import these API tokens, with their rights: website,robot', (list: string) =>
      list.split(','),
    )
    .option('--overwrite', 'also replace documents and files that were changed here since the last import')
    .option('--dry-run', 'do everything, report it, and take it back')
    .option('--config <file>', 'use this config file instead of content-gen.config.*')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
Imports into the database of DATABASE_URL, or the embedded one, in one transaction: all of it, or nothing. A second
import writes only what changed in the source, and leaves alone what was changed here.`,
    )
    .addHelpText('after', examples(strapiExample, realExample, keyExample, databaseExample, onlyExample))
    .addHelpText(
      'after',
      '\nExit codes: 0 success, 1 error, 2 documents or files were left alone because they changed here, 64 wrong use.',
    )
    .action(async (source: string, flags: ImportFlags) => terminal.finish(await runImport(terminal, source, flags)));
}
