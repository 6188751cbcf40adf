import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { QueryTree } from '../../data/query-string.js';
import { api } from '../../data/request.js';
import { slugOf } from '../form/slug.js';
import type { ApiDocument, FormValue } from '../form/value.js';
import { type AttributeOf, type FieldContext, useDocumentValues, useFieldContext } from '../inputs/form-context.js';

type Uid = AttributeOf<'scalar'>;

/** Whether another document of the type has the value; `undefined` while that is unknown. */
export function useTaken(attribute: Uid, text: string): boolean | undefined {
  const context = useFieldContext();
  const { type, documentId, locale } = context;
  const enabled = text !== '' && isComparable(attribute, context);
  const { data } = useQuery({
    queryKey: ['content', type.name, 'taken', attribute.name, text, documentId, locale],
    enabled,
    queryFn: ({ signal }) =>
      others(attribute, context, { filter: { $eq: text }, pagination: { pageSize: 1, withCount: false } }, signal),
  });
  return enabled && data !== undefined ? data.data.length > 0 : undefined;
}

/**
 * A uid from the text of the target field, or from the name of the type if no letter of the text can be spelled. As in
 * Strapi, a number follows a uid that another document has.
 */
export function useSuggestion(
  attribute: Uid,
  text: string,
  onChoose: (choose: (current: FormValue) => FormValue) => void,
) {
  const context = useFieldContext();
  const values = useDocumentValues();
  const [busy, setBusy] = useState(false);
  const isKnown = isComparable(attribute, context);
  const source = attribute.from === undefined ? undefined : values[attribute.from];
  const isEmpty = typeof source !== 'string' || source.trim() === '';
  const uid = isEmpty ? '' : slugOf(source) || (isKnown ? slugOf(context.type.name) : '');
  const choose = async () => {
    setBusy(true);
    // The API refuses a uid that is taken after all.
    const free = isKnown ? await firstFree(attribute, context, uid).catch(() => uid) : uid;
    setBusy(false);
    // A person who typed meanwhile has chosen.
    onChoose((current) => ((current ?? '') === text ? free : current));
  };
  const isChosen = text === uid || (text.startsWith(`${uid}-`) && /^\d+$/.test(text.slice(uid.length + 1)));
  return { uid, busy, choose, isChosen };
}

/** How many numbers are tried behind a uid that other documents have. */
const TRIES = 25;

async function firstFree(attribute: Uid, context: FieldContext, uid: string): Promise<string> {
  const similar = await others(attribute, context, { filter: { $startsWith: uid }, pagination: { pageSize: 1 } });
  const { total } = similar.meta.pagination;
  if (total === 0) return uid;
  const tried = [uid, ...Array.from({ length: TRIES }, (_, index) => `${uid}-${total + index}`)];
  const found = await others(attribute, context, { filter: { $in: tried }, pagination: { pageSize: tried.length } });
  const taken = found.data.map((document) => document[attribute.name]);
  return tried.find((each) => !taken.includes(each)) ?? uid;
}

/** Whether the documents of the type can be asked for the value. */
function isComparable({ name, filterable }: Uid, { type }: FieldContext): boolean {
  return filterable && !type.single && type.attributes.some((each) => each.name === name);
}

interface Others {
  readonly data: readonly ApiDocument[];
  readonly meta: { readonly pagination: { readonly total: number } };
}

/** Other documents of the type and the locale. */
function others(
  { name }: Uid,
  { type, documentId, locale, status }: FieldContext,
  { filter, pagination }: { readonly filter: QueryTree; readonly pagination: QueryTree },
  signal?: AbortSignal,
): Promise<Others> {
  return api(`/${type.path}`, {
    query: {
      filters: { [name]: filter, ...(documentId === undefined ? {} : { documentId: { $ne: documentId } }) },
      fields: [name],
      pagination,
      ...(type.draftAndPublish ? { status } : {}),
      ...(locale === undefined ? {} : { locale }),
    },
    ...(signal === undefined ? {} : { signal }),
  });
}
