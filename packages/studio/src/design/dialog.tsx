import { X } from './icons.js';
import { Dialog as Radix } from 'radix-ui';
import type { KeyboardEvent, ReactNode } from 'react';

import { IconButton } from './button.js';
import { useOpener } from './opener.js';

interface DialogProps {
  readonly title: string;
  /** Absent: the dialog stays until its question is answered. */
  readonly onClose?: () => void;
  /** Saves the form of the dialog, for Ctrl+S and Ctrl+Enter. */
  readonly onSave?: (() => void) | undefined;
  readonly wide?: boolean;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A modal dialog, open as long as it is rendered. The dialog keeps the focus, gives the focus back, and closes on
 * Escape.
 */
export function Dialog({ title, onClose, onSave, wide = false, foot, children }: DialogProps) {
  const onCloseAutoFocus = useOpener();
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || !['s', 'enter'].includes(event.key.toLowerCase())) return;
    // A dialog above this one is no part of its element.
    if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
    event.preventDefault();
    // The keys are meant neither for a form behind the dialog, nor for the control with the focus.
    event.stopPropagation();
    onSave?.();
  };
  return (
    <Radix.Root open onOpenChange={(open) => open || onClose?.()}>
      <Radix.Portal>
        <Radix.Overlay className="overlay" />
        <Radix.Content
          className={`dialog ${wide ? 'dialog-wide' : ''}`}
          aria-describedby={undefined}
          onKeyDownCapture={onKeyDown}
          onCloseAutoFocus={onCloseAutoFocus}
        >
          <div className="dialog-head">
            <Radix.Title asChild>
              <h2>{title}</h2>
            </Radix.Title>
            {onClose === undefined ? null : (
              <IconButton label="Close" small onClick={onClose}>
                <X />
              </IconButton>
            )}
          </div>
          <div className="dialog-body">{children}</div>
          {foot === undefined ? null : <div className="dialog-foot">{foot}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
