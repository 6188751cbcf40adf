import { type RefObject, useEffect, useRef } from 'react';

import type { Form } from './form-state.js';

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
