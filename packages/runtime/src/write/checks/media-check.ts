import {
  type AnyComponent,
  type AnyModel,
  type MediaClass,
  type Values,
  componentOf,
  entriesIn,
  mediaClassOf,
} from '../../model/index.js';
import type { Executor } from '../../database/index.js';
import { run } from '../../sql/index.js';
import { isShown } from '../input/rules.js';
import { type Path, type Problem, label } from '../input/problems.js';

interface Limited {
  readonly path: Path;
  readonly file: number;
  readonly allowed: readonly MediaClass[];
}

/** Problems of files whose class their attribute does not allow. */
export async function mediaProblems(executor: Executor, model: AnyModel, values: Values): Promise<Problem[]> {
  const limited = collect(model, values, []);
  if (limited.length === 0) return [];
  const rows = await run<{ id: number; mime: string }>(
    executor,
    (param) =>
      `select id, mime from cg_files where id = any(${param([...new Set(limited.map(({ file }) => file))], 'bigint[]')})`,
  );
  const mimes = new Map(rows.map(({ id, mime }) => [id, mime]));
  return limited.flatMap(({ path, file, allowed }) => {
    const mime = mimes.get(file);
    if (mime === undefined || allowed.includes(mediaClassOf(mime))) return [];
    return [{ path, message: `${label(path)} must be one of the following types: ${allowed.join(', ')}`, value: file }];
  });
}

function collect(holder: AnyModel | AnyComponent, values: Values, path: Path): Limited[] {
  return Object.entries(holder.attributes).flatMap(([name, attribute]): Limited[] => {
    const value = isShown(attribute, values) ? (values[name] ?? null) : null;
    if (attribute.kind === 'media') {
      const { allowedTypes: allowed } = attribute;
      if (allowed === undefined || allowed.length === CLASSES) return [];
      const files = (Array.isArray(value) ? value : [value]).filter((file) => typeof file === 'number');
      return files.map((file) => ({ path: [...path, name], file, allowed }));
    }
    return entriesIn(value).flatMap((entry, index) => {
      const component = componentOf(attribute, entry);
      const at = Array.isArray(value) ? [...path, name, index] : [...path, name];
      return component === undefined ? [] : collect(component, entry, at);
    });
  });
}

/** An attribute that allows every class needs no check. */
const CLASSES = 4;
