import { Command } from 'commander';

import { type MigrateFlags, migrateApply, migrateCreate, migratePlan, migrateStatus } from './run-migrate.js';
import type { Terminal } from '../terminal/terminal.js';

export function migrateCommand(terminal: Terminal): Command {
  const command = new Command('migrate').description('plan, write, apply and compare migrations of the database');
  command.addHelpText(
    'after',
    `
Migrations are SQL files to review and commit. The database is the one that DATABASE_URL names, else the project's own.

Examples:
  $ content-gen migrate plan                        what changed, as SQL; needs no database
  $ content-gen migrate create add-rating           the same, as migrations/<time>_add-rating.sql
  $ content-gen migrate apply                       runs what the database has not seen yet
  $ content-gen migrate apply --allow-data-loss     also what loses data
  $ content-gen migrate status                      what is applied, what is not, what differs

Exit codes: 0 fine, 1 error, 2 changes (plan) or not clean (status), 3 data would be lost, 64 wrong use.`,
  );
  const add = (name: string, description: string) =>
    command
      .command(name)
      .description(description)
      .option('--folder <folder>', 'the folder of the migrations', 'migrations')
      .option('--json', 'print one JSON object');
  const withConfig = (subcommand: Command) =>
    subcommand.option('--config <file>', 'use this config file instead of content-gen.config.*');

  withConfig(add('plan', 'print the SQL from the last migration to the definitions')).action(
    async (flags: MigrateFlags) => terminal.finish(await migratePlan(terminal, flags)),
  );
  withConfig(add('create [name]', 'write that SQL to a new migration')).action(
    async (name: string | undefined, flags: MigrateFlags) =>
      terminal.finish(await migrateCreate(terminal, name, flags)),
  );
  add('apply', 'run the migrations that the database has not seen')
    .option('--allow-data-loss', 'run statements that lose data too')
    .action(async (flags: MigrateFlags) => terminal.finish(await migrateApply(terminal, flags)));
  add('status', 'compare migrations and database').action(async (flags: MigrateFlags) =>
    terminal.finish(await migrateStatus(terminal, flags)),
  );
  return command;
}
