import { useSyncExternalStore } from 'react';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'bad';
  readonly action?: { readonly label: string; readonly run: () => void };
}

const VISIBLE_MS = 6_000;
/** An offer such as “Undo” must be found with the keyboard. */
const CHOOSING_MS = 15_000;
let toasts: readonly Toast[] = [];
let count = 0;
const listeners = new Set<() => void>();

/** Says that something happened, for a few seconds; the returned function removes the message at once. */
export function toast(text: string, options: Partial<Pick<Toast, 'tone' | 'action'>> = {}): () => void {
  const id = ++count;
  const dismiss = () => {
    if (toasts.some((each) => each.id === id)) set(toasts.filter((each) => each.id !== id));
  };
  set([...toasts, { id, text, tone: 'plain', ...options }]);
  setTimeout(dismiss, options.action === undefined ? VISIBLE_MS : CHOOSING_MS);
  return dismiss;
}

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, tone, action }) => (
        <div key={id} className={`toast toast-${tone}`}>
          <span>{text}</span>
          {action === undefined ? null : (
            <button
              type="button"
              onClick={() => {
                set(toasts.filter((each) => each.id !== id));
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
        </div>
      ))}
    </div>
  );
}

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
