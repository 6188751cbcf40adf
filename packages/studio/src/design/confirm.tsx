import { type ReactNode, useSyncExternalStore } from 'react';

import { Button } from './button.js';
import { Dialog } from './dialog.js';

interface Question {
  readonly title: string;
  readonly text: ReactNode;
  readonly confirm: string;
  readonly danger?: boolean;
}

let asked: (Question & { readonly answer: (yes: boolean) => void }) | undefined;
const listeners = new Set<() => void>();

/** Asks before something that is hard to take back. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    set({
      ...question,
      answer: (yes) => {
        set(undefined);
        resolve(yes);
      },
    });
  });
}

export function Confirmations() {
  const question = useSyncExternalStore(subscribe, () => asked);
  if (question === undefined) return null;
  const { title, text, confirm: label, danger = false, answer } = question;
  const foot = (
    <>
      <Button onClick={() => answer(false)}>Cancel</Button>
      <Button variant={danger ? 'danger' : 'primary'} onClick={() => answer(true)}>
        {label}
      </Button>
    </>
  );
  return (
    <Dialog title={title} onClose={() => answer(false)} foot={foot}>
      <div>{text}</div>
    </Dialog>
  );
}

function set(next: typeof asked): void {
  asked = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
