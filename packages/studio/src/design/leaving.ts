import { confirm } from './confirm.js';

/** Forms with unsaved changes: navigation asks before it leaves them. A dialog may have a form above that of the page. */
const guards = new Set<() => boolean>();

/** Calls `hasChanges` before the page is left, until the returned function is called. */
export function guardLeaving(hasChanges: () => boolean): () => void {
  guards.add(hasChanges);
  return () => guards.delete(hasChanges);
}

/** Forms that save themselves: navigation lets them do that first. */
const savers = new Set<() => Promise<void>>();
/** A form that takes longer to save itself does not hold a person back: a question says that it is not saved. */
const LONGEST_MS = 3_000;

/** Calls `save` before the page is left, until the returned function is called. */
export function saveBeforeLeaving(save: () => Promise<void>): () => void {
  savers.add(save);
  return () => savers.delete(save);
}

// A tab that is hidden may be closed or dropped without another event.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') for (const save of savers) void save();
});

async function saveForms(): Promise<void> {
  const limit = new Promise<void>((resolve) => setTimeout(resolve, LONGEST_MS));
  await Promise.race([Promise.all([...savers].map((save) => save())), limit]);
}

/** Uploads that run, which end with the page. */
const uploads = new Set<Promise<unknown>>();
/** Uploads whose files a form waits for: a form that is left does not get these files. */
const awaited = new Set<Promise<unknown>>();

/** Asks before the page is closed while an upload runs. */
export function guardUpload<File>(upload: Promise<File>): Promise<File> {
  return during(uploads, upload);
}

/** Asks before the screen is left while its form waits for an upload. */
export function guardAwaited<File>(upload: Promise<File>): Promise<File> {
  return during(awaited, upload);
}

function during<File>(running: Set<Promise<unknown>>, upload: Promise<File>): Promise<File> {
  running.add(upload);
  return upload.finally(() => running.delete(upload));
}

/** Lets the next navigation pass, because everything is saved. */
export function allowLeaving(): void {
  guards.clear();
  awaited.clear();
}

export function hasUnsaved(): boolean {
  return [...guards].some((hasChanges) => hasChanges());
}

window.addEventListener('beforeunload', (event) => {
  if (hasUnsaved() || uploads.size > 0) event.preventDefault();
});

/**
 * A file that is dropped beside the places for files would replace the page. An editor takes a drop by itself; others
 * refuse it, so that the pointer shows where a file can go.
 */
window.addEventListener('dragover', (event) => {
  if (event.defaultPrevented || !isOfFiles(event)) return;
  event.preventDefault();
  if (event.dataTransfer !== null && !isOnText(event)) event.dataTransfer.dropEffect = 'none';
});
window.addEventListener('drop', (event) => {
  if (isOfFiles(event)) event.preventDefault();
});

function isOfFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}

function isOnText({ target }: DragEvent): boolean {
  return target instanceof Element && target.closest('.blocks-text[contenteditable="true"]') !== null;
}

/** The address of the screen, which Back and Forward have already replaced when they are noticed. */
let current = location.href;
// The router dispatches these events, because browsers have none for navigation by a page itself.
for (const name of ['pushState', 'replaceState']) window.addEventListener(name, () => (current = location.href));

// This listener comes before that of the router, which therefore does not see a navigation that is in question.
window.addEventListener('popstate', (event) => {
  if (!hasUnsaved() && awaited.size === 0) {
    current = location.href;
    return;
  }
  event.stopImmediatePropagation();
  history.pushState(history.state, '', current);
  void leaveBy(() => history.back());
});

/** Runs a navigation inside the studio, after a question if that loses something. */
export async function leaveBy(navigate: () => void): Promise<void> {
  if (hasUnsaved() && savers.size > 0) await saveForms();
  const question = questionOf(hasUnsaved(), awaited.size > 0);
  if (question !== undefined && !(await confirm({ ...question, confirm: 'Leave' }))) return;
  allowLeaving();
  navigate();
}

function questionOf(isUnsaved: boolean, isAwaiting: boolean) {
  const file = 'A file is still sent: it will be in the media library, but not in this document.';
  if (!isUnsaved) return isAwaiting ? { title: 'Leave while a file is sent?', text: file } : undefined;
  const changes =
    'Your changes are not saved. This browser keeps them, and shows them when you open this document again.';
  return { title: 'Leave without saving?', text: isAwaiting ? `${changes} ${file}` : changes };
}
