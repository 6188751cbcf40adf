import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

import type { Aim } from '../../inputs/form-context.js';
import type { Form } from '../form-state.js';

const CONTROLS = 'input, textarea, select, button, [contenteditable="true"]';

/** The form element, in which a refused save goes to the first problem. */
export function useFirstProblem({ refusals }: Form): RefObject<HTMLFormElement | null> {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusals === 0) return;
    const first = element.current?.querySelector<HTMLElement>('[aria-invalid="true"], .field-error');
    const control = first?.matches(CONTROLS) === true ? first : first?.closest('.field')?.querySelector(CONTROLS);
    if (control instanceof HTMLElement) control.focus({ preventScroll: true });
    first?.scrollIntoView({ block: 'center' });
  }, [refusals]);
  return element;
}

/** The form of a new document begins in its first field. */
export function useFirstField(form: RefObject<HTMLFormElement | null>, isWanted: boolean): void {
  const isFirst = useRef(isWanted);
  useEffect(() => {
    if (!isFirst.current) return;
    isFirst.current = false;
    form.current
      ?.querySelector<HTMLElement>('.field-place :is(input, textarea, select)')
      ?.focus({ preventScroll: true });
  }, [form]);
}

/** The field that a person goes to, and a function that goes to the value at a path. Entries around it open. */
export function useAim(form: RefObject<HTMLFormElement | null>): readonly [Aim | undefined, (path: string) => void] {
  const [aim, setAim] = useState<Aim>();
  useEffect(() => {
    if (aim === undefined || form.current === null) return;
    const place = placeAt(form.current, aim.path.split('.'));
    const control =
      place?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? place?.querySelector<HTMLElement>(CONTROLS);
    control?.focus({ preventScroll: true });
    control?.scrollIntoView({ block: 'center' });
  }, [aim, form]);
  return [aim, useCallback((path: string) => setAim({ path }), [])];
}

/** The field of a path, or the nearest one around it: the parts of a rich text have no fields of their own. */
function placeAt(form: HTMLElement, path: readonly string[]): HTMLElement | undefined {
  if (path.length === 0) return undefined;
  const own = form.querySelector<HTMLElement>(`[data-path="${CSS.escape(path.join('.'))}"]`);
  return own ?? placeAt(form, path.slice(0, -1));
}
