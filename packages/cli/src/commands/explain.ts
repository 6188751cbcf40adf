import { Command } from 'commander';

import { loadConfig } from '../config/index.js';
import { roleProblem } from '../permissions/roles.js';
import { diagnosticsAsJson, printJson, reportDiagnostics } from '../terminal/diagnostics.js';
import { refuse } from '../terminal/failure.js';
import type { ExitCode, Terminal } from '../terminal/terminal.js';
import { examples } from './examples.js';
import { withProjectDatabase } from './with-database.js';

interface ExplainFlags {
  readonly as: string;
  readonly user?: string;
  readonly json?: boolean;
  readonly config?: string;
}

export function explainCommand(terminal: Terminal): Command {
  return new Command('explain')
    .description('show how a request is understood, allowed, turned into SQL and answered')
    .argument('<request>', 'a read such as "GET /api/articles?sort=title"')
    .option('--as <role>', 'the role of the caller', 'public')
    .option('--user <documentId>', 'the user of the role, for rules with $caller')
    .option('--config <file>', 'use this config file instead of content-gen.config.*')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
Runs the statement once in the database of DATABASE_URL, or the embedded one, in a transaction that cannot write and is
rolled back. A request that the API refuses is explained up to its error.`,
    )
    .addHelpText(
      'after',
      examples(
        ["explain 'GET /api/articles?filters[title][$contains]=sea'", 'find out why a list is slow'],
        ["explain '/api/articles?populate=author' --as editor", 'find out what a role sees'],
        ["explain '/api/articles' --json", 'the same for a script'],
      ),
    )
    .addHelpText('after', '\nExit codes: 0 success, 1 error in the input or a refused request, 64 wrong use.')
    .action(async (request: string, flags: ExplainFlags) => terminal.finish(await run(terminal, request, flags)));
}

async function run(terminal: Terminal, text: string, flags: ExplainFlags): Promise<ExitCode> {
  const [{ readModel }, { explain }, { parseRequest }] = await Promise.all([
    import('../generate/generate.js'),
    import('../explain/explain.js'),
    import('../explain/request.js'),
  ]);
  const config = await loadConfig(terminal.cwd, flags.config);
  const model = config.ok ? await readModel(config.value) : config;
  if (!config.ok || !model.ok) {
    const diagnostics = model.ok ? [] : model.diagnostics;
    if (flags.json) printJson(terminal, { command: 'explain', ok: false, diagnostics: diagnosticsAsJson(diagnostics) });
    else reportDiagnostics(terminal, diagnostics);
    return 1;
  }
  const { settings } = config.value;
  const parsed = parseRequest(text, model.value, settings);
  const problem = 'problem' in parsed ? parsed.problem : roleProblem(settings, flags.as);
  if ('problem' in parsed || problem !== undefined) return refuse(terminal, 'explain', flags, problem ?? '');
  const asker = { role: flags.as, ...(flags.user === undefined ? {} : { user: flags.user }) };
  const explained = await explain(config.value, model.value, parsed.request, asker, (measure) =>
    withProjectDatabase(terminal, flags, measure),
  );
  if (flags.json) printJson(terminal, { command: 'explain', ok: explained.refusal === undefined, ...explained });
  else {
    const { renderExplanation } = await import('../terminal/explanation.js');
    for (const line of renderExplanation(explained, terminal)) terminal.print(line);
  }
  return explained.refusal === undefined ? 0 : 1;
}
