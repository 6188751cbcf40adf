import { CircleAlert, Inbox } from './icons.js';
import type { ReactNode } from 'react';

import { messageOf } from '../failure.js';
import { Button } from './button.js';

/** Nothing is here yet: says why, and what to do next. */
export function EmptyState({
  title,
  children,
  action,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className="state">
      <Inbox className="state-icon" aria-hidden />
      <h2>{title}</h2>
      {children === undefined ? null : <p>{children}</p>}
      {action}
    </div>
  );
}

export function ErrorState({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  return (
    <div className="state" role="alert">
      <CircleAlert className="state-icon" aria-hidden />
      <h2>This did not work</h2>
      <p>{messageOf(error)}</p>
      {onRetry === undefined ? null : <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}

export function Loading({ label = 'Loading' }: { readonly label?: string }) {
  return (
    <div className="state" role="status">
      <span className="spinner" />
      <span className="sr-only">{label}</span>
    </div>
  );
}
