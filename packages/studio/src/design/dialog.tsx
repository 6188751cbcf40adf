import { X } from './icons.js';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

import { IconButton } from './button.js';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly wide?: boolean;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

/** A modal dialog, open as long as it is rendered. It keeps the focus, and Escape closes it. */
export function Dialog({ title, onClose, wide = false, foot, children }: DialogProps) {
  return (
    <Radix.Root open onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="overlay" />
        <Radix.Content className={`dialog ${wide ? 'dialog-wide' : ''}`} aria-describedby={undefined}>
          <div className="dialog-head">
            <Radix.Title asChild>
              <h2>{title}</h2>
            </Radix.Title>
            <IconButton label="Close" small onClick={onClose}>
              <X />
            </IconButton>
          </div>
          <div className="dialog-body">{children}</div>
          {foot === undefined ? null : <div className="dialog-foot">{foot}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
