import { Command, InvalidArgumentError } from 'commander';

import type { Terminal } from '../terminal/terminal.js';
import { examples } from './examples.js';
import { loadStrapi } from '../strapi/load.js';
import type { CompareFlags } from '../strapi/tools.js';

export function compareCommand(terminal: Terminal): Command {
  return new Command('compare')
    .description('send the same reads to an old server and to this project, and compare the answers')
    .requiredOption('--with <url>', 'the old server, for example https://old.example.org', addressOf)
    .option('--to <url>', 'the new server; without it, the command serves the project itself', addressOf)
    .option('--requests <file>', 'a list of requests, one on each line; - for the standard input')
    .option('--har <file>', 'traffic that a browser or a proxy recorded (HTTP Archive)')
    .option('--generate <count>', 'make this many requests from the model; 1000 without --requests and --har', countOf)
    .option('--seed <number>', 'the seed of --generate: the same seed makes the same requests', seedOf, 1)
    .option('--header <line>', 'a header for both servers; can be repeated', headerOf, {})
    .option('--with-header <line>', 'a header for the old server, such as "Authorization: Bearer …"', headerOf, {})
    .option('--to-header <line>', 'a header for the new server', headerOf, {})
    .option('--ignore <key>', 'leave this key of the answers out; can be repeated', listOf, [])
    .option('--rate <number>', 'the most requests per second to each server', rateOf, 20)
    .option('--timeout <seconds>', 'the longest time that an answer may take', rateOf, 30)
    .option('--config <file>', 'use this config file instead of content-gen.config.*')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
Sends nothing but GET and HEAD, also from recorded traffic. The values of generated filters come from the old server.
Row ids, the order of a list without sort, hosts of files and the documented differences do not count.`,
    )
    .addHelpText(
      'after',
      examples(
        ['compare --with https://old.example.org', '1000 requests made from the model'],
        ['compare --with https://old.example.org --har traffic.har', 'the requests of a recorded visit'],
        ['compare --with https://old.example.org --requests list.txt --json', 'a list, for a script'],
        ['compare --with https://old.example.org --to https://new.example.org', 'two servers that run'],
      ),
    )
    .addHelpText(
      'after',
      '\nExit codes: 0 equal or explained, 1 different, 2 something could not be compared, 64 wrong use.',
    )
    .action(async (flags: CompareFlags) => {
      const { compare } = await loadStrapi(terminal.cwd);
      const code = await compare(terminal, flags);
      terminal.finish(code);
      // The served app may hold timers and connections that would keep the process alive.
      setTimeout(() => process.exit(code), 100).unref();
    });
}

function addressOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new InvalidArgumentError('An address begins with http:// or https://.');
  }
  if (url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new InvalidArgumentError('An address has no query and no password. Send credentials with --with-header.');
  }
  return url;
}

function countOf(text: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < 1 || count > 100_000) {
    throw new InvalidArgumentError('The number of requests is from 1 to 100000.');
  }
  return count;
}

function seedOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('A seed is a number of at most 9 digits.');
  return Number(text);
}

function rateOf(text: string): number {
  const rate = Number(text);
  if (!(rate > 0 && rate <= 1_000)) throw new InvalidArgumentError('The number is above 0 and at most 1000.');
  return rate;
}

function headerOf(line: string, others: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const [, name = '', value = ''] = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):\s*(.*)$/.exec(line) ?? [];
  if (name === '') throw new InvalidArgumentError('A header has the form "Name: value".');
  return { ...others, [name.toLowerCase()]: value };
}

function listOf(key: string, others: readonly string[]): readonly string[] {
  return [...others, key];
}
