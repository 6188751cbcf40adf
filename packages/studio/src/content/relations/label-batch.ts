import type { DescribedType, Description } from '../../data/description.js';
import { api } from '../../data/request.js';
import { editedStatus } from '../document/version.js';
import { labelAttribute, labelOf, untitled } from '../form/label.js';
import type { ApiDocument } from '../form/value.js';

type Labels = ReadonlyMap<string, string>;

interface Batch {
  readonly ids: string[];
  readonly labels: Promise<Labels>;
}

/** Rows that appear together ask one by one; their requests become one. */
const WAIT_MS = 10;
/** The address of a request has a limit, which fifty ids keep. */
const IDS_AT_ONCE = 50;

const open = new Map<string, Batch>();

/** The label of a document. Calls within a few milliseconds share a request. */
export async function loadLabel(
  documentId: string,
  type: DescribedType,
  locale: string | undefined,
  { api: { maxLimit } }: Description,
): Promise<string> {
  const key = `${type.uid} ${locale ?? ''}`;
  let batch = open.get(key);
  if (batch === undefined || batch.ids.length >= Math.min(IDS_AT_ONCE, maxLimit)) {
    batch = openBatch(key, type, locale);
    open.set(key, batch);
  }
  batch.ids.push(documentId);
  return (await batch.labels).get(documentId) ?? untitled(documentId);
}

function openBatch(key: string, type: DescribedType, locale: string | undefined): Batch {
  const ids: string[] = [];
  const labels = new Promise((resolve) => setTimeout(resolve, WAIT_MS)).then(() => {
    if (open.get(key)?.ids === ids) open.delete(key);
    return requestLabels(ids, type, locale);
  });
  return { ids, labels };
}

async function requestLabels(ids: readonly string[], type: DescribedType, locale: string | undefined): Promise<Labels> {
  const body = await api<{ data: readonly ApiDocument[] } | readonly ApiDocument[]>(`/${type.path}`, {
    query: {
      fields: [labelAttribute(type.attributes) ?? 'documentId'],
      filters: { documentId: { $in: ids } },
      pagination: { start: 0, limit: ids.length, withCount: false },
      ...(type.draftAndPublish ? { status: editedStatus(type) } : {}),
      ...(type.localized && locale !== undefined ? { locale } : {}),
    },
  });
  // Users come as a list without an envelope.
  const documents = 'data' in body ? body.data : body;
  return new Map(documents.map((each) => [String(each['documentId']), labelOf(each, type.attributes)]));
}
