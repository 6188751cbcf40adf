import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react';

import type { Failure } from '../../data/failure.js';
import { guardLeaving } from '../../shell/leaving.js';
import { changedNames, mergeForms } from '../form/merge.js';
import { type Problems, problemsOf, problemsWithout } from '../form/problems.js';
import type { Components, DescribedAttribute, FormValue, FormValues } from '../form/value.js';
import { forget, keep, readKept, withoutSecrets } from './kept-changes.js';

export interface FormState {
  /** The saved document. */
  readonly base: FormValues;
  readonly values: FormValues;
  readonly etag: string | undefined;
  readonly problems: Problems;
  /** The changes come from an earlier visit. */
  readonly restored: boolean;
}

type Step =
  | { readonly do: 'change'; readonly name: string; readonly value: FormValue }
  | { readonly do: 'load'; readonly base: FormValues; readonly values?: FormValues; readonly etag: string | undefined }
  | { readonly do: 'saved'; readonly base: FormValues; readonly sent: FormValues; readonly etag: string | undefined }
  | { readonly do: 'refuse'; readonly problems: Problems };

function reduce(state: FormState, step: Step): FormState {
  switch (step.do) {
    case 'change':
      return {
        ...state,
        values: { ...state.values, [step.name]: step.value },
        problems: problemsWithout(state.problems, step.name),
      };
    case 'load':
      return {
        base: step.base,
        values: step.values ?? step.base,
        etag: step.etag,
        problems: new Map(),
        restored: false,
      };
    case 'saved': {
      const { base, etag, sent } = step;
      return reduce(state, { do: 'load', base, etag, values: mergeForms(sent, state.values, base).merged });
    }
    case 'refuse':
      return { ...state, problems: step.problems };
  }
}

export interface FormSource {
  /** Names the document in the store of unsaved changes; `undefined` for a form whose changes end with it. */
  readonly key: string | undefined;
  readonly attributes: readonly DescribedAttribute[];
  readonly components: Components;
  readonly base: FormValues;
  readonly etag: string | undefined;
  /** Values that differ from the base at once, such as those of another locale. */
  readonly start?: FormValues;
}

const KEEP_MS = 300;

/** A form with its unsaved changes, which survive a reload. */
export function useForm(source: FormSource) {
  const [state, dispatch] = useReducer(reduce, source, initial);
  const changed = useMemo(() => changedNames(state.base, state.values), [state.base, state.values]);
  const isDirty = changed.length > 0;

  useEffect(() => guardLeaving(() => isDirty), [isDirty]);
  useKept(source, state, changed);

  const change = useCallback((name: string, value: FormValue) => dispatch({ do: 'change', name, value }), []);
  const load = useCallback(
    (base: FormValues, etag: string | undefined, values?: FormValues) =>
      dispatch({ do: 'load', base, etag, ...(values === undefined ? {} : { values }) }),
    [],
  );
  /** The document as it was saved. Changes since `sent` stay. */
  const saved = useCallback(
    (base: FormValues, etag: string | undefined, sent: FormValues) => dispatch({ do: 'saved', base, etag, sent }),
    [],
  );
  const refuse = useCallback(
    (failure: Failure) => dispatch({ do: 'refuse', problems: problemsOf(failure.problems) }),
    [],
  );
  return { ...state, changed, isDirty, change, load, saved, refuse };
}

export type Form = ReturnType<typeof useForm>;

/** Keeps the changes in the browser: soon after each of them, and at once when the form or the page is left. */
function useKept({ key, attributes, components }: FormSource, state: FormState, changed: readonly string[]): void {
  const pending = useRef<() => void>(undefined);
  const flush = useCallback(() => {
    pending.current?.();
    pending.current = undefined;
  }, []);
  useEffect(() => {
    pending.current = undefined;
    if (key === undefined) return undefined;
    if (changed.length === 0) return forget(key);
    pending.current = () => {
      const { base, values, etag } = state;
      const own = attributes.filter(({ name }) => changed.includes(name));
      const safe = (one: FormValues) => withoutSecrets(own, one, components);
      keep(key, { base: safe(base), values: safe(values), ...(etag === undefined ? {} : { etag }) });
    };
    const timer = setTimeout(flush, KEEP_MS);
    return () => clearTimeout(timer);
  }, [key, changed, state, attributes, components, flush]);
  useEffect(() => {
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush]);
}

function initial({ key, base, etag, start }: FormSource): FormState {
  const kept = key === undefined ? undefined : readKept(key);
  const fresh = { base, values: start ?? base, etag, problems: new Map(), restored: false };
  if (kept === undefined) return fresh;
  // The version that the changes began with: if the document changed since, saving shows both.
  return {
    ...fresh,
    base: { ...base, ...kept.base },
    values: { ...base, ...kept.values },
    etag: kept.etag ?? etag,
    restored: true,
  };
}
