import { useEffect, useRef, useState } from 'react';

import { Button } from '../../design/button.js';

interface DeletionNoticeProps {
  readonly count: number;
  readonly locale: string | undefined;
  readonly onUndo: () => void;
  readonly onDelete: () => void;
}

const SECONDS = 8;

/**
 * Counts down before documents are deleted, because the API cannot bring them back. The countdown waits for people who
 * use its buttons with the keyboard. Leaving the screen deletes the documents at once; closing the tab deletes nothing.
 */
export function DeletionNotice({ count, locale, onUndo, onDelete }: DeletionNoticeProps) {
  const [seconds, setSeconds] = useState(SECONDS);
  const [isHeld, setHeld] = useState(false);
  const isSettled = useRef(false);
  // The documents may be others than at the start.
  const latest = useRef(onDelete);
  latest.current = onDelete;
  const settle = (then: () => void) => {
    isSettled.current = true;
    then();
  };
  useEffect(
    () => () => {
      if (!isSettled.current) latest.current();
    },
    [],
  );
  useEffect(() => {
    if (count === 0) settle(onUndo);
  });
  // A person who changes the choice is still deciding.
  useEffect(() => setSeconds(SECONDS), [count]);
  useEffect(() => {
    if (isHeld) return undefined;
    if (seconds === 0) return settle(onDelete);
    const timer = setTimeout(() => setSeconds(seconds - 1), 1_000);
    return () => clearTimeout(timer);
  }, [seconds, isHeld, onDelete]);
  const documents = count === 1 ? 'One document' : `${count} documents`;
  return (
    <div
      className="bulk bulk-danger"
      role="alert"
      onFocus={(event) => setHeld(event.target.matches(':focus-visible'))}
      onBlur={() => setHeld(false)}
    >
      <span className="grow">
        {documents}
        {locale === undefined ? '' : ` in ${locale}`} will be deleted for good
        {/* A screen reader would say each second. */}
        <span aria-hidden>{isHeld ? '' : ` in ${seconds} s`}</span>.
      </span>
      <Button small autoFocus onClick={() => settle(onUndo)}>
        Undo
      </Button>
      <Button small variant="danger" onClick={() => settle(onDelete)}>
        Delete now
      </Button>
    </div>
  );
}
