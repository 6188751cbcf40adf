import type { MediaClass } from '../../model/attributes/attribute.js';
import type { Executor } from '../../database/database.js';
import type { AnyComponent, AnyModel } from '../../model/model.js';
import { componentOf } from './publishable.js';
import { run } from '../../sql/loader.js';
import { type Path, type Problem, label } from '../input/problems.js';

interface Limited {
  readonly path: Path;
  readonly file: number;
  readonly allowed: readonly MediaClass[];
}

type Values = Readonly<Record<string, unknown>>;

/** Files of a kind that their attribute does not take. */
export async function mediaProblems(executor: Executor, model: AnyModel, values: Values): Promise<Problem[]> {
  const limited = collect(model, values, []);
  if (limited.length === 0) return [];
  const rows = await run<{ id: number; mime: string }>(
    executor,
    (param) =>
      `select id, mime from cg_files where id = any(${param([...new Set(limited.map(({ file }) => file))], 'integer[]')})`,
  );
  const mimes = new Map(rows.map(({ id, mime }) => [id, mime]));
  return limited.flatMap(({ path, file, allowed }) => {
    const mime = mimes.get(file);
    if (mime === undefined || allowed.includes(classOf(mime))) return [];
    return [{ path, message: `${label(path)} must be one of the following types: ${allowed.join(', ')}`, value: file }];
  });
}

function collect(holder: AnyModel | AnyComponent, values: Values, path: Path): Limited[] {
  return Object.entries(holder.attributes).flatMap(([name, attribute]): Limited[] => {
    const value = values[name] ?? null;
    const list: readonly unknown[] = Array.isArray(value) ? value : value === null ? [] : [value];
    if (attribute.kind === 'media') {
      const { allowedTypes: allowed } = attribute;
      if (allowed === undefined || allowed.length === ALL) return [];
      return list.map((file) => ({ path: [...path, name], file: file as number, allowed }));
    }
    return list.flatMap((entry, index) => {
      const component = componentOf(attribute, entry as Values);
      const at = Array.isArray(value) ? [...path, name, index] : [...path, name];
      return component === undefined ? [] : collect(component, entry as Values, at);
    });
  });
}

const ALL = 4;

function classOf(mime: string): MediaClass {
  const [kind] = mime.split('/');
  return kind === 'image' ? 'images' : kind === 'video' ? 'videos' : kind === 'audio' ? 'audios' : 'files';
}
