import { useQueryClient } from '@tanstack/react-query';
import { EyeOff, Send, Trash2 } from '../../design/icons.js';
import { type Dispatch, type SetStateAction, useRef, useState } from 'react';

import { type DescribedType, useDescription } from '../../data/description.js';
import { Button } from '../../design/button.js';
import { counted } from '../../design/counted.js';
import { toast } from '../../design/toast.js';
import { useIsShown } from '../../design/while-shown.js';
import { editedStatus } from '../document/version.js';
import { refreshLists } from '../edit/writing.js';
import { BulkFailures } from './bulk-failures.js';
import { requestsOf } from './bulk-request.js';
import { type BulkAction, type BulkResult, type Chosen, bulkActions, runAll, undoOf } from './bulk-run.js';
import { DeletionNotice } from './deletion-notice.js';
import { publicationsOf } from './documents.js';

interface BulkProps {
  readonly type: DescribedType;
  readonly locale: string | undefined;
  readonly chosen: readonly Chosen[];
  readonly onChoose: Dispatch<SetStateAction<readonly Chosen[]>>;
}

const SAID: Readonly<Record<BulkAction, string>> = {
  publish: 'published',
  unpublish: 'unpublished',
  delete: 'deleted',
};

/** Actions on all chosen documents. */
export function Bulk({ type, locale, chosen, onChoose }: BulkProps) {
  const { run, stop, progress, result, clear } = useBulk(type, locale, onChoose);
  const [deleting, setDeleting] = useState<readonly Chosen[]>();
  if (result !== undefined) return <BulkFailures {...result} onClose={clear} />;
  if (deleting !== undefined) {
    // Keeps documents that were chosen after the user asked to delete, or are not chosen any more.
    const doomed = deleting.filter(({ id }) => chosen.some((each) => each.id === id));
    const erase = () => {
      setDeleting(undefined);
      if (doomed.length > 0) void run('delete', doomed);
    };
    const keep = () => setDeleting(undefined);
    return <DeletionNotice count={doomed.length} locale={locale} onUndo={keep} onDelete={erase} />;
  }
  if (progress !== undefined) {
    return (
      <div className="bulk" role="status">
        <span>
          {progress.tried} of {progress.total}
        </span>
        <progress className="grow" value={progress.tried} max={progress.total} aria-label="Progress" />
        <Button small onClick={stop}>
          Stop
        </Button>
      </div>
    );
  }
  if (chosen.length === 0) return null;
  const may = bulkActions(type);
  return (
    <div className="bulk" role="region" aria-label="Chosen documents">
      <span className="grow">{chosen.length} chosen</span>
      {may.includes('publish') ? (
        <>
          <Button small icon={<Send aria-hidden />} onClick={() => void run('publish', chosen)}>
            Publish
          </Button>
          <Button small icon={<EyeOff aria-hidden />} onClick={() => void run('unpublish', chosen)}>
            Unpublish
          </Button>
        </>
      ) : null}
      {may.includes('delete') ? (
        <Button small variant="danger" icon={<Trash2 aria-hidden />} onClick={() => setDeleting(chosen)}>
          Delete
        </Button>
      ) : null}
      <Button small variant="quiet" onClick={() => onChoose([])}>
        Cancel
      </Button>
    </div>
  );
}

interface Progress {
  readonly tried: number;
  readonly total: number;
}

type Ended = BulkResult & { readonly action: BulkAction };

/**
 * Runs an action, and says how it ended. Documents that failed or were not tried stay chosen, and so do documents that
 * the action does not concern.
 */
function useBulk(type: DescribedType, locale: string | undefined, onChoose: BulkProps['onChoose']) {
  const queries = useQueryClient();
  const description = useDescription();
  const [progress, setProgress] = useState<Progress>();
  const [result, setResult] = useState<Ended>();
  const stopping = useRef(new AbortController());
  const isShown = useIsShown();
  const run = async (action: BulkAction, documents: readonly Chosen[], isUndo = false) => {
    stopping.current = new AbortController();
    const total = documents.length;
    setProgress({ tried: 0, total });
    const ended = await runAll(await asTheyAre(action, documents, type, locale), {
      ...requestsOf(action, type, locale, description.api),
      onProgress: (tried) => setProgress({ tried, total }),
      signal: stopping.current.signal,
    });
    setProgress(undefined);
    const staying = [...ended.failed.map(({ document }) => document), ...ended.left];
    // The documents of an undo are not chosen any more, unless the user has chosen them again.
    const replaced = new Set((isUndo ? staying : documents).map(({ id }) => id));
    onChoose((now) => [...now.filter(({ id }) => !replaced.has(id)), ...staying]);
    if (ended.failed.length === 0) sayDone(action, ended, (undo) => void run(undo, ended.done, true));
    else if (isShown.current) setResult({ ...ended, action });
    else sayFailed({ ...ended, action });
    await refreshLists(queries, { type });
  };
  return { run, progress, result, stop: () => stopping.current.abort(), clear: () => setResult(undefined) };
}

/**
 * Documents with their current state, on which an undo depends, because the state in the list may be missing or old.
 */
async function asTheyAre(
  action: BulkAction,
  documents: readonly Chosen[],
  type: DescribedType,
  locale: string | undefined,
): Promise<readonly Chosen[]> {
  if (action === 'delete' || editedStatus(type) !== 'draft') return documents;
  const ids = documents.map(({ id }) => id);
  // Without the states, there is no undo.
  const states = await publicationsOf(type, ids, locale).catch(() => undefined);
  return documents.map((document) => ({ ...document, publication: states?.get(document.id) }));
}

function sayFailed({ action, done, failed, left }: Ended): void {
  const total = done.length + failed.length + left.length;
  toast(`${failed.length} of ${counted(total, 'document')} not ${SAID[action]}: ${failed[0]?.reason ?? ''}`, {
    tone: 'bad',
  });
}

function sayDone(action: BulkAction, { done, left }: BulkResult, undo: (by: BulkAction) => void): void {
  const stopped = left.length === 0 ? '' : ` Stopped: ${left.length} stay chosen.`;
  const by = undoOf(action, done);
  toast(
    `${done.length} ${SAID[action]}.${stopped}`,
    by === undefined ? {} : { action: { label: 'Undo', run: () => undo(by) } },
  );
}
