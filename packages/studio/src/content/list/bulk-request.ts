import type { DescribedType, Description } from '../../data/description.js';
import type { QueryTree } from '../../data/query-string.js';
import { api } from '../../data/request.js';
import { NOT_DELETED, remainingOf } from '../document/deletion.js';
import type { BulkAction, Chosen, Run, Send } from './bulk-run.js';

/** Small enough that progress moves and that stopping takes a moment only. */
const DOCUMENTS_AT_ONCE = 25;
const REQUESTS_AT_ONCE = 4;

/** How a role changes many documents: with bulk requests, or with one request for each if it may not send those. */
export function requestsOf(
  action: BulkAction,
  type: DescribedType,
  locale: string | undefined,
  { maxBulkItems }: Description['api'],
): Pick<Run, 'send' | 'size' | 'atOnce'> {
  const query = locale === undefined ? {} : { locale };
  const checked = (send: Send) => (action === 'delete' ? checkedDeletion(send, type, locale) : send);
  if (!type.actions.includes('bulk') || maxBulkItems < 2) {
    return { send: checked(sendSingle(action, type, query)), size: 1, atOnce: REQUESTS_AT_ONCE };
  }
  return { send: checked(sendBulk(action, type, query)), size: Math.min(DOCUMENTS_AT_ONCE, maxBulkItems), atOnce: 1 };
}

/** Documents that are still there were not deleted, whatever the answer says. */
function checkedDeletion(send: Send, type: DescribedType, locale: string | undefined): Send {
  return async (documents) => {
    const refused = await send(documents);
    const ids = documents.filter((document) => !refused.has(document)).map(({ id }) => id);
    const remaining = ids.length === 0 ? new Set() : await remainingOf(type, ids, locale);
    const left = documents.filter(({ id }) => remaining.has(id));
    return new Map([...refused, ...left.map((document) => [document, NOT_DELETED] as const)]);
  };
}

function sendSingle(action: BulkAction, { path }: DescribedType, query: QueryTree): Send {
  return async (documents) => {
    for (const { id } of documents) {
      if (action === 'delete') await api(`/${path}/${id}`, { method: 'DELETE', query });
      else await api(`/${path}/${id}/actions/${action}`, { method: 'POST', query });
    }
    return new Map();
  };
}

interface BulkAnswer {
  readonly meta: {
    readonly bulk: { readonly errors: readonly { readonly index: number; readonly message: string }[] };
  };
}

function sendBulk(action: BulkAction, { path }: DescribedType, query: QueryTree): Send {
  return async (documents) => {
    const { meta } = await api<BulkAnswer>(`/${path}/actions/bulk`, {
      method: 'POST',
      query: { ...query, atomic: false, ...(action === 'delete' ? {} : { fields: ['documentId'] }) },
      body: { action, data: documents.map(({ id: documentId }) => ({ documentId })) },
    });
    return new Map(meta.bulk.errors.flatMap((error) => reasonOf(documents[error.index], error)));
  };
}

/** The message names the place of the document in the request, which users do not know. */
function reasonOf(
  document: Chosen | undefined,
  { index, message }: { readonly index: number; readonly message: string },
) {
  const place = `data[${index}]: `;
  const reason = message.startsWith(place) ? message.slice(place.length) : message;
  return document === undefined ? [] : [[document, reason] as const];
}
