import { useQueryClient } from '@tanstack/react-query';
import { EyeOff, Send, Trash2 } from '../../design/icons.js';
import { useState } from 'react';

import type { DescribedType } from '../../data/description.js';
import { messageOf } from '../../data/failure.js';
import { api } from '../../data/request.js';
import { Button } from '../../design/button.js';
import { confirm } from '../../design/confirm.js';
import { toast } from '../../design/toast.js';
import { refreshLists } from '../edit/saving.js';

interface BulkProps {
  readonly type: DescribedType;
  readonly locale: string | undefined;
  readonly chosen: readonly string[];
  readonly onDone: () => void;
}

/** Actions on all chosen documents, one request after the other. */
export function Bulk({ type, locale, chosen, onDone }: BulkProps) {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<number>();
  const query = locale === undefined ? {} : { locale };
  const run = async (said: string, send: (path: string) => Promise<unknown>) => {
    let failed = 0;
    let reason = '';
    for (const [index, id] of chosen.entries()) {
      setProgress(index);
      try {
        await send(`/${type.path}/${id}`);
      } catch (error) {
        failed += 1;
        reason = messageOf(error);
      }
    }
    setProgress(undefined);
    if (failed > 0) toast(`${failed} of ${chosen.length} did not work: ${reason}`, { tone: 'bad' });
    else toast(`${chosen.length} ${said}.`);
    await refreshLists(queries, { type });
    onDone();
  };
  const remove = async () => {
    const title = chosen.length === 1 ? 'Delete one document?' : `Delete ${chosen.length} documents?`;
    const text = `${locale === undefined ? 'They are' : `Their versions in ${locale} are`} deleted for good.`;
    if (!(await confirm({ title, text, confirm: 'Delete', danger: true }))) return;
    await run('deleted', (path) => api(path, { method: 'DELETE', query }));
  };
  const act = (action: string, said: string) =>
    run(said, (path) => api(`${path}/actions/${action}`, { method: 'POST', query }));
  const busy = progress !== undefined;
  const mayPublish = type.draftAndPublish && type.actions.includes('publish');
  return (
    <div className="bulk" role="region" aria-label="Chosen documents">
      <span className="grow">{busy ? `${progress + 1} of ${chosen.length}…` : `${chosen.length} chosen`}</span>
      {mayPublish ? (
        <>
          <Button small icon={<Send aria-hidden />} disabled={busy} onClick={() => void act('publish', 'published')}>
            Publish
          </Button>
          <Button
            small
            icon={<EyeOff aria-hidden />}
            disabled={busy}
            onClick={() => void act('unpublish', 'unpublished')}
          >
            Unpublish
          </Button>
        </>
      ) : null}
      {type.actions.includes('delete') ? (
        <Button small variant="danger" icon={<Trash2 aria-hidden />} disabled={busy} onClick={() => void remove()}>
          Delete
        </Button>
      ) : null}
      <Button small variant="quiet" onClick={onDone}>
        Cancel
      </Button>
    </div>
  );
}
