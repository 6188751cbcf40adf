import { type RefObject, useEffect, useRef } from 'react';

const CONTROLS = 'a[href], button, input, textarea, select, [contenteditable="true"]';

/**
 * Keeps the focus on a screen. When the control with the focus is removed, browsers give the focus to the page, and
 * people who use the keyboard begin anew at the top of the page. Here the same control of the next row, or else the
 * next control, gets the focus.
 */
export function useKeptFocus<Screen extends HTMLElement>(): RefObject<Screen | null> {
  const screen = useRef<Screen>(null);
  useEffect(() => {
    const root = screen.current;
    return root === null ? undefined : keepFocus(root);
  }, []);
  return screen;
}

function keepFocus(root: HTMLElement): () => void {
  /** The control that has the focus, or has given it to a menu, a dialog or a message. */
  let last: HTMLElement | undefined;
  const enter = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement) last = target;
  };
  const leave = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null || !(target instanceof Node)) return;
    // A click on the page takes the focus away on purpose. The removal of a control takes the focus away, too, and is
    // complete when the microtask runs.
    queueMicrotask(() => {
      if (target.isConnected && isLost()) last = undefined;
    });
  };
  const observer = new MutationObserver((records) => {
    if (last === undefined || !isLost()) return;
    const next = last.isConnected ? last : successorOf(last, records, root);
    next?.focus({ preventScroll: true });
  });
  root.addEventListener('focusin', enter);
  root.addEventListener('focusout', leave);
  observer.observe(root, { childList: true, subtree: true });
  return () => {
    root.removeEventListener('focusin', enter);
    root.removeEventListener('focusout', leave);
    observer.disconnect();
  };
}

function isLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body;
}

function successorOf(
  control: HTMLElement,
  records: readonly MutationRecord[],
  root: HTMLElement,
): HTMLElement | undefined {
  for (const { removedNodes, previousSibling, target } of records) {
    const row = [...removedNodes].find((node) => node.contains(control));
    if (!(row instanceof HTMLElement) || !(target instanceof HTMLElement) || !target.isConnected) continue;
    const before = previousSibling?.isConnected === true ? previousSibling : undefined;
    return (
      sameInNextRow(control, row, before === undefined ? target.firstElementChild : before.nextSibling) ??
      nextControl(before, target, root)
    );
  }
  return undefined;
}

/** The actions of one row are followed by the actions of the next one. */
function sameInNextRow(control: HTMLElement, row: HTMLElement, next: Node | null): HTMLElement | undefined {
  if (!(next instanceof HTMLElement) || next.classList[0] !== row.classList[0] || row.classList.length === 0)
    return undefined;
  const place = [...row.querySelectorAll(CONTROLS)].indexOf(control);
  return controlsIn(next, [...next.querySelectorAll<HTMLElement>(CONTROLS)].slice(place, place + 1))[0];
}

/** The control behind a node in its group, or the first one of the last row before it. */
function nextControl(before: Node | undefined, parent: HTMLElement, root: HTMLElement): HTMLElement | undefined {
  for (const group of groupsOf(parent, root)) {
    const after = controlsIn(group).find((each) => isBehind(each, before, parent));
    if (after !== undefined) return after;
    const row = firstOfRowBefore(before);
    if (row !== undefined) return row;
  }
  return controlsIn(root).at(-1);
}

function firstOfRowBefore(before: Node | undefined): HTMLElement | undefined {
  const controls = before instanceof HTMLElement ? controlsIn(before) : [];
  return controls[0] ?? (before?.previousSibling ? firstOfRowBefore(before.previousSibling) : undefined);
}

function isBehind(control: HTMLElement, before: Node | undefined, parent: HTMLElement): boolean {
  if (before === undefined) return parent.contains(control);
  const isFollowing = (before.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return isFollowing && !before.contains(control);
}

/** The group of fields around an element, then the groups around that. */
function groupsOf(element: HTMLElement, root: HTMLElement): readonly HTMLElement[] {
  const group = element.closest<HTMLElement>('fieldset, form');
  if (group === null || !root.contains(group)) return [root];
  return [group, ...(group.parentElement === null ? [] : groupsOf(group.parentElement, root))];
}

function controlsIn(
  element: HTMLElement,
  controls: readonly HTMLElement[] = [...element.querySelectorAll<HTMLElement>(CONTROLS)],
): readonly HTMLElement[] {
  return controls.filter((each) => each.tabIndex >= 0 && !each.matches(':disabled') && each.checkVisibility());
}
