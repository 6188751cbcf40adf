import pc from 'picocolors';

import { diagnosticsAsJson } from './diagnostics.js';
import { leftOutIndexes } from './left-out-indexes.js';
import { plural } from './summary.js';
import { sortDiagnostics } from '../diagnostics/diagnostic.js';
import { renderDiagnostic } from './diagnostics.js';
import { installCommand } from '../version.js';
import type { Endpoint, ServeReport } from './serve-event.js';

/** The outputs of a report: results and errors. */
interface Lines {
  readonly print: (line: string) => void;
  readonly report: (line: string) => void;
}

/** Prints one JSON object per line. */
export function jsonReport({ print }: Lines): ServeReport {
  return (event) => {
    const diagnostics = 'diagnostics' in event ? event.diagnostics : undefined;
    const flat = diagnostics === undefined ? {} : { diagnostics: diagnosticsAsJson(diagnostics) };
    print(JSON.stringify({ version: 1, ...event, ...flat }));
  };
}

export function textReport({ print, report }: Lines, color: boolean): ServeReport {
  const paint = pc.createColors(color);
  return (event) => {
    switch (event.event) {
      case 'packages':
        return print(
          `The project uses the packages of content-gen. To install its own: ${installCommand(event.missing)}`,
        );
      case 'generated':
        return print(`Generated: ${event.written} written, ${event.unchanged} unchanged, ${event.removed} removed.`);
      case 'warnings':
        return print(`${plural(event.diagnostics.length, 'warning')}. "content-gen check" shows them.`);
      case 'unusedHooks':
        return report(
          `${paint.yellow('warning')}  The hooks of ${event.hooks} never run, because ${event.app} does not import them. ` +
            'Call createContent(contentDefinition, { hooks }) there.',
        );
      case 'database':
        return print(databaseLine[event.state](event.detail));
      case 'schema':
        if (event.statements > 0)
          print(`Database: ran ${plural(event.statements, 'statement')} to match the definitions.`);
        return undefined;
      case 'leftOut':
        return print(leftOutIndexes(event.statements));
      case 'counted':
        for (const message of event.warnings) print(`${paint.yellow('warning')}  ${message}`);
        return undefined;
      case 'seed':
        return print(seedLine[event.state](event.requests, event.archive));
      case 'ready':
        print(`\n${paint.bold(`Ready at ${paint.cyan(event.url + event.prefix)}`)}\n`);
        for (const line of endpointLines(event.endpoints)) print(`  ${line}`);
        if (event.curl) print(`\n  ${paint.bold(event.curl)}`);
        print(`\n  Token with full access, valid while serve runs: ${event.token}`);
        print(`  Studio, signed in with that token: ${paint.cyan(event.studio)}`);
        if (event.envFile) print('  Scripts with this database: npx content-gen run <script>');
        print('');
        return print(paint.dim('Press Ctrl-C to stop the server and its database.'));
      case 'reloaded':
        return print(
          `Reloaded after ${event.milliseconds} ms${event.files.length > 0 ? `: ${event.files.join(', ')}` : ''}`,
        );
      case 'stopping':
        return print('\nStopping.');
      case 'stopped':
        return undefined;
      case 'error':
        for (const diagnostic of sortDiagnostics(event.diagnostics ?? []))
          report(renderDiagnostic(diagnostic, { color }));
        return report(`${paint.red('error')}  ${event.message}`);
    }
  };
}

const databaseLine = {
  named: (place: string) => `Database: ${place}`,
  creating: (folder: string) => `Creating a database in ${folder}. Later starts use it again.`,
  moved: (folder: string) => `PostgreSQL has no access to the project's folder, so its data is in ${folder}.`,
  adopted: (pid: string) => `Using the database server that an earlier run left running (process ${pid}).`,
  lost: (pid: string) => `The database server (process ${pid}) has ended. Starting it again.`,
} as const;

const seedLine = {
  started: (requests: number, archive?: string) =>
    archive === undefined ? `Sending the seed: ${plural(requests, 'request')}.` : `Importing the seed ${archive}.`,
  finished: () => 'The seed is complete.',
  skipped: () => 'Skipped the seed, because the database already has content. Use --fresh to start with an empty one.',
} as const;

/** `article   GET POST  /api/articles` */
function endpointLines(endpoints: readonly Endpoint[]): string[] {
  const typeWidth = widest(endpoints.map(({ type }) => type));
  const methodWidth = widest(endpoints.map(({ methods }) => methods.join(' ')));
  return endpoints.map(({ type, path, methods }, index) => {
    const name = endpoints[index - 1]?.type === type ? '' : type;
    return `${name.padEnd(typeWidth)}  ${methods.join(' ').padEnd(methodWidth)}  ${path}`;
  });
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => text.length));
}
