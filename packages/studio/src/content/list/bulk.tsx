import { useQueryClient } from '@tanstack/react-query';
import { EyeOff, Send, Trash2 } from '../../design/icons.js';
import { useRef, useState } from 'react';

import { type DescribedType, useDescription } from '../../data/description.js';
import { Button } from '../../design/button.js';
import { toast } from '../../design/toast.js';
import { refreshLists } from '../edit/saving.js';
import { BulkFailures } from './bulk-failures.js';
import { requestsOf } from './bulk-request.js';
import { type BulkAction, type BulkResult, type Chosen, runAll, undoOf } from './bulk-run.js';
import { DeletionNotice } from './deletion-notice.js';

interface BulkProps {
  readonly type: DescribedType;
  readonly locale: string | undefined;
  readonly chosen: readonly Chosen[];
  readonly onChoose: (chosen: readonly Chosen[]) => void;
}

const SAID: Readonly<Record<BulkAction, string>> = {
  publish: 'published',
  unpublish: 'unpublished',
  delete: 'deleted',
};

/** Actions on all chosen documents. */
export function Bulk({ type, locale, chosen, onChoose }: BulkProps) {
  const { run, stop, progress, result, clear } = useBulk(type, locale, onChoose);
  const [isDeleting, setDeleting] = useState(false);
  if (result !== undefined) return <BulkFailures {...result} onClose={clear} />;
  if (chosen.length === 0) return null;
  if (isDeleting) {
    const erase = () => {
      setDeleting(false);
      void run('delete', chosen);
    };
    return <DeletionNotice count={chosen.length} locale={locale} onUndo={() => setDeleting(false)} onDelete={erase} />;
  }
  if (progress !== undefined) {
    return (
      <div className="bulk" role="status">
        <span>
          {progress} of {chosen.length}
        </span>
        <progress className="grow" value={progress} max={chosen.length} aria-label="Progress" />
        <Button small onClick={stop}>
          Stop
        </Button>
      </div>
    );
  }
  const mayPublish = type.draftAndPublish && type.actions.includes('publish');
  return (
    <div className="bulk" role="region" aria-label="Chosen documents">
      <span className="grow">{chosen.length} chosen</span>
      {mayPublish ? (
        <>
          <Button small icon={<Send aria-hidden />} onClick={() => void run('publish', chosen)}>
            Publish
          </Button>
          <Button small icon={<EyeOff aria-hidden />} onClick={() => void run('unpublish', chosen)}>
            Unpublish
          </Button>
        </>
      ) : null}
      {type.actions.includes('delete') ? (
        <Button small variant="danger" icon={<Trash2 aria-hidden />} onClick={() => setDeleting(true)}>
          Delete
        </Button>
      ) : null}
      <Button small variant="quiet" onClick={() => onChoose([])}>
        Cancel
      </Button>
    </div>
  );
}

/** Runs an action, and says how it ended. Documents that failed or are left stay chosen. */
function useBulk(type: DescribedType, locale: string | undefined, onChoose: BulkProps['onChoose']) {
  const queries = useQueryClient();
  const description = useDescription();
  const [progress, setProgress] = useState<number>();
  const [result, setResult] = useState<BulkResult & { readonly action: BulkAction }>();
  const stopping = useRef(new AbortController());
  const run = async (action: BulkAction, documents: readonly Chosen[]) => {
    stopping.current = new AbortController();
    setProgress(0);
    const ended = await runAll(documents, {
      ...requestsOf(action, type, locale, description.api),
      onProgress: setProgress,
      signal: stopping.current.signal,
    });
    setProgress(undefined);
    onChoose([...ended.failed.map(({ document }) => document), ...ended.left]);
    if (ended.failed.length > 0) setResult({ ...ended, action });
    else sayDone(action, ended, (undo) => void run(undo, ended.done));
    await refreshLists(queries, { type });
  };
  return { run, progress, result, stop: () => stopping.current.abort(), clear: () => setResult(undefined) };
}

function sayDone(action: BulkAction, { done, left }: BulkResult, undo: (by: BulkAction) => void): void {
  const stopped = left.length === 0 ? '' : ` Stopped: ${left.length} stay chosen.`;
  const by = undoOf(action, done);
  toast(
    `${done.length} ${SAID[action]}.${stopped}`,
    by === undefined ? {} : { action: { label: 'Undo', run: () => undo(by) } },
  );
}
