import { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.js';
export function doctorCommand(_terminal: Terminal): Command {
  return new Command('doctor');
}
