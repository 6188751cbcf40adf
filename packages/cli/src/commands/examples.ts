export type Example = readonly [command: string, purpose: string];

/** The examples at the end of a command's help, with the purpose of each in a second column. */
export function examples(...lines: readonly Example[]): string {
  const width = Math.max(...lines.map(([command]) => command.length));
  const rows = lines.map(([command, purpose]) => `  $ content-gen ${command.padEnd(width)}   ${purpose}`);
  return ['', 'Examples:', ...rows].join('\n');
}
