import { Command } from 'commander';

import { examples } from './examples.js';

/** `help migrate plan` is `migrate plan --help`. */
export function helpCommand(): Command {
  const help = new Command('help')
    .description('show the options of a command, with examples')
    .argument('[command...]', 'the command, such as migrate plan')
    .addHelpText(
      'after',
      examples(['help', 'list all commands'], ['help migrate plan', 'show the options of a command, with examples']),
    );
  return help.action(async (names: readonly string[]) => {
    let command = help.parent ?? help;
    for (const [at, name] of names.entries()) {
      const next = command.commands.find((one) => one.name() === name || one.aliases().includes(name));
      if (next !== undefined) command = next;
      else if (command.commands.length === 0)
        help.error(`error: the command ${command.name()} has no command "${name}"`);
      // The parser suggests a similar name.
      else await help.parent?.parseAsync(names.slice(0, at + 1), { from: 'user' });
    }
    command.outputHelp();
  });
}
