import { Command, InvalidArgumentError } from 'commander';

import type { ChangeFilter, LoggedChange } from '@content-gen/runtime/events';

import { momentOf } from '../../config/calendar-date.js';
import { printJson } from '../../terminal/diagnostics.js';
import { refuse } from '../../terminal/failure.js';
import type { ExitCode, Terminal } from '../../terminal/terminal.js';
import { type Example, examples } from '../examples.js';
import { withProjectDatabase } from '../with-database.js';

interface Flags {
  readonly json?: boolean;
}

interface ListFlags extends Flags {
  readonly type?: string;
  readonly document?: string;
  readonly by?: string;
  readonly since?: string;
  readonly limit: number;
}

const listExample: Example = ['events list', 'the last changes, with who made them'];
const typeExample: Example = ['events list --type article --since 2026-11-01', 'changes of articles since a day'];
const showExample: Example = ['events show 1207', 'one change, with what a deletion has deleted'];

export function eventsCommand(terminal: Terminal): Command {
  const command = new Command('events').description('list the changes in the log of the database');
  command.addHelpText(
    'after',
    `
The log has the changes of a project whose config has \`events\`. The commands use the database of DATABASE_URL, or the
embedded one.`,
  );
  command.addHelpText('after', examples(listExample, typeExample, showExample));
  command
    .command('list')
    .description('list the last changes, oldest first')
    .addHelpText('after', examples(listExample, typeExample))
    .option('--type <type>', 'changes of this content type')
    .option('--document <id>', 'changes of this document')
    .option('--by <caller>', 'changes by this user (document id), token or role, or by system or import')
    .option('--since <time>', 'changes since this date or time, such as 2026-11-01', timeOf)
    .option('--limit <number>', 'the largest number of changes', countOf, 50)
    .option('--json', 'print one JSON object')
    .action(async (flags: ListFlags) => terminal.finish(await list(terminal, flags)));
  command
    .command('show')
    .argument('<id>', 'the id of a change, as the list has it', countOf)
    .description('show one change')
    .addHelpText('after', examples(showExample))
    .option('--json', 'print one JSON object')
    .action(async (id: number, flags: Flags) => terminal.finish(await show(terminal, id, flags)));
  return command;
}

async function list(terminal: Terminal, flags: ListFlags): Promise<ExitCode> {
  const { type, document, by, since, limit } = flags;
  const given = Object.entries({ type, documentId: document, by, since }).filter(([, value]) => value !== undefined);
  const events = await find(terminal, flags, { ...Object.fromEntries(given), limit });
  if (flags.json) printJson(terminal, { command: 'events list', ok: true, events });
  else for (const event of events) terminal.print(lineOf(event));
  if (!flags.json && events.length === 0) terminal.report('The log has no such change.');
  return 0;
}

async function show(terminal: Terminal, id: number, flags: Flags): Promise<ExitCode> {
  const [event] = await find(terminal, flags, { id, limit: 1 });
  if (event === undefined) return refuse(terminal, 'events show', flags, `The log has no change with the id ${id}.`);
  if (flags.json) printJson(terminal, { command: 'events show', ok: true, event });
  else {
    for (const [name, value] of Object.entries(event)) {
      if (value === null) continue;
      terminal.print(`${name}: ${typeof value === 'object' ? JSON.stringify(value, null, 2) : value}`);
    }
  }
  return 0;
}

async function find(terminal: Terminal, flags: Flags, filter: ChangeFilter): Promise<readonly LoggedChange[]> {
  const [{ findEvents }, { requireDatabase }] = await Promise.all([
    import('../../database/log/find-events.js'),
    import('../../database/project-database.js'),
  ]);
  await requireDatabase(terminal.cwd);
  return withProjectDatabase(terminal, flags, (url) => findEvents(url, filter));
}

function lineOf({ id, at, event, type, documentId, locale, status, caller, callerId, role }: LoggedChange): string {
  const version = [locale, status].filter(Boolean).join(' ');
  const name = callerId ?? role;
  return [String(id), at, event, type, documentId, version, `by ${caller}${name === null ? '' : ` ${name}`}`]
    .filter((part) => part !== '')
    .join('  ');
}

function timeOf(text: string): string {
  const moment = momentOf(text);
  if (moment === undefined) throw new InvalidArgumentError('Write the time as 2027-01-01 or 2027-01-01T12:00:00Z.');
  return new Date(moment).toISOString();
}

function countOf(text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1) throw new InvalidArgumentError('Write a whole number of 1 or more.');
  return count;
}
