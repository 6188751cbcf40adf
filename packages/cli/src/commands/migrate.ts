import { Command } from 'commander';

import { type MigrateFlags, migrateApply, migrateCreate, migratePlan, migrateStatus } from './run-migrate.js';
import { type Example, examples } from './examples.js';
import type { Terminal } from '../terminal/terminal.js';

const planExample: Example = ['migrate plan', 'print your changes as SQL; needs no database'];
const createExample: Example = ['migrate create add-rating', 'write them to migrations/<time>_add-rating.sql'];
const keepExample: Example = [
  'migrate create rename --keep-old-names',
  'rename attributes in two releases; the next migration drops the old columns',
];
const wideExample: Example = ['migrate create --wide-ids', 'give row ids 64 bits while the application runs'];
const applyExample: Example = ['migrate apply', 'run the migrations that the database has not seen'];
const lossExample: Example = ['migrate apply --allow-data-loss', 'also run statements that lose data'];
const statusExample: Example = ['migrate status', 'list applied and pending migrations and differences'];

export function migrateCommand(terminal: Terminal): Command {
  const command = new Command('migrate').description('plan, create and apply migrations of the database');
  command.addHelpText(
    'after',
    `
Migrations are SQL files to review and commit. The commands use the database of DATABASE_URL, or the embedded one.`,
  );
  command.addHelpText('after', examples(planExample, createExample, applyExample, lossExample, statusExample));
  command.addHelpText(
    'after',
    '\nExit codes: 0 success, 1 error, 2 changes (plan) or not clean (status), 3 data would be lost, 64 wrong use.',
  );
  const add = (name: string, description: string, ...lines: readonly Example[]) =>
    command
      .command(name)
      .description(description)
      .addHelpText('after', examples(...lines))
      .option('--folder <folder>', 'the folder of the migrations', 'migrations')
      .option('--json', 'print one JSON object');
  const configured = (subcommand: Command) =>
    subcommand.option('--config <file>', 'use this config file instead of content-gen.config.*');
  const planning = (subcommand: Command) =>
    configured(
      subcommand
        .option('--keep-old-names', 'keep the old columns of renamed attributes until the next migration')
        .option('--wide-ids', 'give the row ids of existing tables 64 bits, in two migrations'),
    );

  planning(add('plan', 'print the SQL from the last migration to the definitions', planExample)).action(
    async (flags: MigrateFlags) => terminal.finish(await migratePlan(terminal, flags)),
  );
  planning(add('create [name]', 'write that SQL to a new migration', createExample, keepExample, wideExample)).action(
    async (name: string | undefined, flags: MigrateFlags) =>
      terminal.finish(await migrateCreate(terminal, name, flags)),
  );
  add('apply', 'run the migrations that the database has not seen', applyExample, lossExample)
    .option('--allow-data-loss', 'also run statements that lose data')
    .option('--dry-run', 'change nothing; list the migrations that would run, and what they would lose')
    .action(async (flags: MigrateFlags) => terminal.finish(await migrateApply(terminal, flags)));
  configured(add('status', 'compare the migrations with the database and the definitions', statusExample)).action(
    async (flags: MigrateFlags) => terminal.finish(await migrateStatus(terminal, flags)),
  );
  return command;
}
