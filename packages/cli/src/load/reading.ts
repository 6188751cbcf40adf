import type { ts } from 'ts-morph';

import { type Position, type RawValue, spanAt } from '../definitions/raw.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { type Module, type Modules, placeIn } from './modules.js';

/** What is known while one definition is read. */
interface Reading {
  readonly tsc: typeof ts;
  readonly modules: Modules;
  /** The file of the definition. */
  readonly home: Module;
  readonly diagnostics: Diagnostic[];
  readonly constants: Map<ts.Node, RawValue | undefined>;
  /** The constants and functions that are being read, with the node that names each of them. */
  readonly open: Map<ts.Node, { readonly module: Module; readonly node: ts.Node }>;
}

/** Where an expression is read: its module, and the values of the parameters of the function around it. */
export interface Frame {
  readonly reading: Reading;
  readonly module: Module;
  readonly parameters: ReadonlyMap<string, RawValue>;
}

/** The value of a node. A node that cannot be read is undefined, and adds a diagnostic. */
export type Read<T> = (node: T, frame: Frame) => RawValue | undefined;

export function openReading(tsc: typeof ts, modules: Modules, home: Module): Reading {
  return { tsc, modules, home, diagnostics: [], constants: new Map(), open: new Map() };
}

/** The top of a module, outside of all functions. */
export function topOf(module: Module, reading: Reading): Frame {
  return { reading, module, parameters: new Map() };
}

export function positionOf(node: ts.Node, { module, reading }: Pick<Frame, 'module' | 'reading'>): Position {
  const { source, file } = module;
  const place = placeIn(source, node.getStart(source));
  return file === reading.home.file ? place : { ...place, file };
}

/** Reports a node that has no value. A node outside of the definition is reported with its use in the definition. */
export function report(node: ts.Node, frame: Frame, reason: string): undefined {
  const { reading, module } = frame;
  const [first] = reading.open.values();
  const use = first && spanAt(reading.home.file, positionOf(first.node, { module: first.module, reading }));
  const used = use === undefined ? '' : ` (used at ${use.file}:${use.line}:${use.column})`;
  const text = node.getText(module.source).replace(/\s+/g, ' ');
  reading.diagnostics.push({
    code: 'CG204',
    span: spanAt(reading.home.file, positionOf(node, frame)),
    message: `${text.length > 40 ? `${text.slice(0, 39)}…` : text} is not a literal value`,
    hint: `${reason}${used}`,
  });
  return undefined;
}

/** Reads what `node` names, unless that is being read already. */
export function readOpened<T>(declared: ts.Node, node: ts.Node, frame: Frame, read: () => T): T | undefined {
  const { open } = frame.reading;
  if (open.has(declared)) return report(node, frame, 'it contains itself');
  open.set(declared, { module: frame.module, node });
  const result = read();
  open.delete(declared);
  return result;
}
