import type { QueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

import { useReachable } from '../../../data/connection.js';
import { humanName } from '../../../data/description.js';
import { saveBeforeLeaving } from '../../../design/leaving.js';
import { toast } from '../../../design/toast.js';
import { Failure } from '../../../failure.js';
import { useSession } from '../../../session/session.js';
import { type Writing, writeValues } from '../writing.js';
import { type AutosaveState, stateAfter } from './autosave-state.js';
import { useTurn } from './turn.js';
import { type Refusals, validPart } from './valid-part.js';

/** A save waits until a person stops typing for a moment, but no longer than this in all. */
const PAUSE_MS = 1_000;
const LONGEST_MS = 2_000;

interface Autosave {
  readonly state: AutosaveState;
  /** Begins no save until the result is called. */
  readonly hold: () => () => void;
  /** Resolves when no save runs, and the form shows what was saved. */
  readonly ended: () => Promise<void>;
}

/** Saves the valid changes of a form while a person types. */
export function useAutosave(
  latest: RefObject<Writing>,
  queries: QueryClient,
  { isOn }: { readonly isOn: boolean },
): Autosave {
  const { form } = latest.current;
  const [state, setState] = useState<AutosaveState>({ kind: 'idle' });
  const [turn, isRunning] = useTurn();
  const refusals = useRef<Refusals>(new Map());
  const since = useRef<number>(undefined);
  const first = useRef(form.values);
  // Words of an earlier visit are saved when a person goes on with them.
  const isOfEarlierVisit = form.restored && form.values === first.current;
  const isDue = isOn && !isRunning && form.isDirty && !isOfEarlierVisit && !isPaused(state, latest.current);
  const now = useRef({ isDue, state });
  now.current = { isDue, state };

  const save = useCallback(
    () =>
      turn.take(async (begin) => {
        since.current = undefined;
        if (!now.current.isDue) return;
        const part = validPart(latest.current, refusals.current);
        if (part.problems.length > 0) latest.current.form.say(part.problems);
        if (part.isEmpty) return;
        begin();
        const { state: before } = now.current;
        try {
          refusals.current = await saveValid(latest.current, queries, refusals.current);
          setState({ kind: 'saved', at: Date.now() });
        } catch (error) {
          const tries = before.kind === 'waiting' ? before.tries : 0;
          setState(await stateAfter(error, () => latest.current, sayMerged, tries));
        }
      }),
    [latest, queries, turn],
  );

  const next = state.kind === 'waiting' ? state.next : 0;
  useEffect(() => {
    if (!isDue) return undefined;
    const time = Date.now();
    since.current ??= time;
    const due = Math.max(Math.min(time + PAUSE_MS, since.current + LONGEST_MS), next);
    const timer = setTimeout(() => void save(), due - time);
    return () => clearTimeout(timer);
  }, [isDue, form.values, next, save]);
  useEffect(
    () =>
      saveBeforeLeaving(async () => {
        await save();
        // The first call may have waited for a save that lacks the last words.
        await save();
      }),
    [save],
  );
  useRetry(setState);
  return { state: isRunning ? { kind: 'saving' } : state, hold: turn.hold, ended: turn.ended };
}

/** Saves the valid changes, without those that the server refuses, which it returns. */
async function saveValid(writing: Writing, queries: QueryClient, before: Refusals): Promise<Refusals> {
  const part = validPart(writing, before);
  if (part.isEmpty) {
    writing.form.say(part.problems);
    return before;
  }
  try {
    await writeValues(writing, queries, { as: 'draft', values: part.values, byItself: true });
    if (part.problems.length > 0) writing.form.say(part.problems);
    return before;
  } catch (error) {
    const refused = refusedBy(error, writing, part.values);
    if (refused.size === 0) throw error;
    return saveValid(writing, queries, new Map([...before, ...refused]));
  }
}

/** The changes that an answer of the server names as problems. */
function refusedBy(error: unknown, { form }: Writing, sent: Writing['form']['values']): Refusals {
  const problems = error instanceof Failure && error.status === 400 ? error.problems : [];
  const names = new Set(problems.map(({ path }) => String(path[0])));
  const changed = [...names].filter((name) => name in sent && sent[name] !== form.base[name]);
  return new Map(
    changed.map((name) => {
      const own = problems.filter(({ path }) => String(path[0]) === name);
      return [name, { value: form.values[name], problems: own }] as const;
    }),
  );
}

function sayMerged(changed: readonly string[]): void {
  if (changed.length === 0) return;
  toast(`Another person saved ${changed.map(humanName).join(', ')} meanwhile. Your changes stay beside it.`);
}

/** Whether a save has to wait for a person: for other values, or for a decision. */
function isPaused(state: AutosaveState, { form }: Writing): boolean {
  return (
    (state.kind === 'refused' && state.values === form.values) || (state.kind === 'met' && state.base === form.base)
  );
}

/** Tries again at once when the server answers, or the session goes on. */
function useRetry(setState: (change: (before: AutosaveState) => AutosaveState) => void): void {
  const isReachable = useReachable();
  const session = useSession();
  useEffect(() => {
    if (isReachable) setState((before) => (before.kind === 'waiting' ? { ...before, next: 0 } : before));
  }, [isReachable, session, setState]);
}
