import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'good' | 'warn' | 'danger' | 'accent';

export function Badge({ tone = 'neutral', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}
