import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react';

import type { Failure } from '../../failure.js';
import { guardLeaving } from '../../design/leaving.js';
import { type Change, applied } from '../form/change.js';
import { type NamedRecord, withoutGone } from '../form/gone.js';
import { changedNames, mergeForms } from '../form/merge.js';
import type { Problem } from '../../failure.js';
import { type Problems, problemsOf } from '../form/problems/problems.js';
import { problemsAfter } from '../form/problems/problems-after.js';
import { sameValue } from '../form/same-value.js';
import { withIdsOf, withKeysOf } from '../form/saved-entries.js';
import type { Components, DescribedAttribute, FormValues } from '../form/value.js';
import { isOneOf } from './gone-targets.js';
import { type KeptChanges, forget, forgetSaved, keep, readKept, withoutSecrets } from './kept-changes.js';

interface FormState {
  /** The saved document. */
  readonly base: FormValues;
  readonly values: FormValues;
  readonly etag: string | undefined;
  readonly problems: Problems;
  /** How often a save was refused: each time, the first problem gets the focus. */
  readonly refusals: number;
  /** The changes come from an earlier visit. */
  readonly restored: boolean;
  /** Names the request that creates the document, so that a repeated request creates no second one. */
  readonly creation: string;
  /** The values of a write whose answer is not there yet, or was lost. */
  readonly sent: FormValues | undefined;
}

type Step =
  | { readonly do: 'change'; readonly name: string; readonly change: Change }
  | { readonly do: 'leave out'; readonly gone: readonly NamedRecord[] }
  | { readonly do: 'fill'; readonly values: FormValues; readonly since: FormValues }
  | { readonly do: 'load'; readonly base: FormValues; readonly values?: FormValues; readonly etag: string | undefined }
  | { readonly do: 'take over'; readonly state: Pick<FormState, 'base' | 'values' | 'creation' | 'sent'> }
  | { readonly do: 'send'; readonly sent: FormValues | undefined }
  | ({ readonly do: 'saved' } & SavedForm)
  | { readonly do: 'say'; readonly problems: Problems }
  | { readonly do: 'refuse'; readonly problems: Problems };

/** A form as it was saved. */
interface SavedForm {
  readonly base: FormValues;
  /** Changes since these values stay. */
  readonly sent: FormValues;
  readonly etag: string | undefined;
  /** The form saved itself: problems that another write had stay where their values are the same. */
  readonly byItself?: boolean;
}

function reduce(state: FormState, step: Step): FormState {
  switch (step.do) {
    case 'change': {
      const { name, change } = step;
      const before = state.values[name];
      const after = applied(change, before);
      return {
        ...state,
        values: { ...state.values, [name]: after },
        problems: problemsAfter(state.problems, name, before, after),
      };
    }
    case 'leave out': {
      const left = (values: FormValues) => withoutGone(values, isOneOf(step.gone));
      return { ...state, base: left(state.base), values: left(state.values) };
    }
    case 'fill':
      return { ...state, values: filled(state.values, step.values, step.since), problems: new Map() };
    case 'load':
      return {
        ...state,
        base: step.base,
        values: step.values ?? step.base,
        etag: step.etag,
        problems: new Map(),
        restored: false,
        sent: undefined,
      };
    case 'take over':
      return { ...state, ...step.state };
    case 'send':
      return { ...state, sent: step.sent };
    case 'saved': {
      const { etag, sent, byItself = false } = step;
      const base = withKeysOf(sent, step.base);
      const own = withIdsOf(base, state.values);
      const values = mergeForms(withIdsOf(base, sent), own, base).merged;
      const loaded = reduce(state, { do: 'load', base, etag, values });
      return byItself ? { ...loaded, problems: state.problems } : loaded;
    }
    case 'say':
      return { ...state, problems: new Map([...state.problems, ...step.problems]) };
    case 'refuse':
      return { ...state, problems: step.problems, refusals: state.refusals + 1 };
  }
}

function filled(current: FormValues, values: FormValues, since: FormValues): FormValues {
  const pairs = Object.entries(values).filter(([name]) => current[name] === since[name]);
  return { ...current, ...Object.fromEntries(pairs) };
}

interface FormSource {
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

  const { key } = source;
  // A document that was just created has another key: leaving it was allowed once, and is guarded anew.
  useEffect(() => guardLeaving(() => isDirty), [isDirty, key]);
  useKept(source, state, changed);

  const change = useCallback((name: string, next: Change) => dispatch({ do: 'change', name, change: next }), []);
  /** Takes documents and files out that do not exist any more. */
  const leaveOut = useCallback((gone: readonly NamedRecord[]) => dispatch({ do: 'leave out', gone }), []);
  /** Changes many values at once, such as to those of another locale. Values that changed since `since` stay. */
  const fill = useCallback((values: FormValues, since: FormValues) => dispatch({ do: 'fill', values, since }), []);
  const load = useCallback(
    (base: FormValues, etag: string | undefined, values?: FormValues) =>
      dispatch({ do: 'load', base, etag, ...(values === undefined ? {} : { values }) }),
    [],
  );
  const { base, etag } = source;
  /** Drops the unsaved changes. Changes of an earlier visit have an older base than the saved document. */
  const undo = useCallback(() => dispatch({ do: 'load', base, etag }), [base, etag]);
  const saved = useCallback(
    (form: SavedForm) => {
      dispatch({ do: 'saved', ...form });
      // The form may be closed by now, and keeps its changes no more.
      if (key !== undefined) forgetSaved(key, form.sent);
    },
    [key],
  );
  /** Notes the values of a write before it is sent, and that a write was refused (`undefined`). */
  const send = useCallback((sent: FormValues | undefined) => dispatch({ do: 'send', sent }), []);
  /** Begins with the changes that another tab has kept. */
  const takeOver = useCallback(
    (kept: KeptChanges) => dispatch({ do: 'take over', state: withKept(source.base, kept) }),
    [source.base],
  );
  /** Shows problems beside those that are shown, and leaves the focus where it is. */
  const say = useCallback(
    (problems: readonly Problem[]) => dispatch({ do: 'say', problems: problemsOf(problems) }),
    [],
  );
  const refuse = useCallback(
    (failure: Failure) => dispatch({ do: 'refuse', problems: problemsOf(failure.problems) }),
    [],
  );
  return { ...state, changed, isDirty, change, leaveOut, fill, load, undo, saved, send, takeOver, say, refuse };
}

export type Form = ReturnType<typeof useForm>;

/** Keeps the changes in the browser: soon after each of them, and at once when the form or the page is left. */
function useKept({ key, attributes, components }: FormSource, state: FormState, changed: readonly string[]): void {
  const write = useRef<() => void>(undefined);
  useEffect(() => {
    write.current = undefined;
    if (key === undefined) return undefined;
    if (changed.length === 0) return forget(key);
    write.current = () => {
      const { base, values, etag, creation, sent } = state;
      const own = attributes.filter(({ name }) => changed.includes(name));
      const safe = (one: FormValues) => withoutSecrets(own, one, components);
      const sending = sent === undefined ? {} : { sending: { creation, values: safe(sent) } };
      keep(key, { base: safe(base), values: safe(values), ...(etag === undefined ? {} : { etag }), ...sending });
    };
    const timer = setTimeout(write.current, KEEP_MS);
    return () => clearTimeout(timer);
  }, [key, changed, state, attributes, components]);
  useEffect(() => {
    // Another tab may have saved or undone a copy of the changes, and forgotten them.
    const leave = () => write.current?.();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
}

function initial({ key, base, etag, start }: FormSource): FormState {
  const fresh: FormState = {
    base,
    values: start ?? base,
    etag,
    problems: new Map(),
    refusals: 0,
    restored: false,
    creation: newCreation(),
    sent: undefined,
  };
  const kept = key === undefined ? undefined : readKept(key);
  // A save may have succeeded after its form was closed.
  const isSaved = Object.entries(kept?.values ?? {}).every(([name, value]) => sameValue(value, base[name]));
  if (kept === undefined || isSaved) return fresh;
  // The version that the changes began with: if the document changed since, saving shows both.
  return { ...fresh, ...withKept(base, kept), etag: kept.etag ?? etag, restored: true };
}

function withKept(base: FormValues, { base: before, values, sending }: KeptChanges) {
  return {
    base: { ...base, ...before },
    values: { ...base, ...values },
    creation: sending?.creation ?? newCreation(),
    sent: sending && { ...base, ...before, ...sending.values },
  };
}

function newCreation(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-');
}
