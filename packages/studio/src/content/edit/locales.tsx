import { Copy, Plus } from '../../design/icons.js';
import { useState } from 'react';
import { useSearchParams } from 'wouter';

import { useDescription } from '../../data/description.js';
import { messageOf } from '../../data/failure.js';
import { Badge } from '../../design/badge.js';
import { Button } from '../../design/button.js';
import { Menu } from '../../design/menu.js';
import { toast } from '../../design/toast.js';
import { copyEntry, isEntry } from '../form/blank.js';
import type { DescribedAttribute, FormValues } from '../form/value.js';
import { type DocumentKey, type LoadedDocument, editedStatus, loadDocument, localesOf } from './document.js';

interface LocalesProps {
  readonly docKey: DocumentKey;
  readonly loaded: LoadedDocument | undefined;
  readonly onCopy: (values: FormValues) => void;
}

/** The versions of the document in other locales. */
export function Locales({ docKey, loaded, onCopy }: LocalesProps) {
  const description = useDescription();
  const [, setSearch] = useSearchParams();
  const [busy, setBusy] = useState(false);
  const { all } = description.locales;
  const existing = loaded === undefined ? [] : localesOf(loaded);
  const copyFrom = async (locale: string) => {
    setBusy(true);
    try {
      const source = await loadDocument({ ...docKey, locale }, editedStatus(docKey.type), description);
      if (source === undefined) toast(`The document has no version in ${locale}.`, { tone: 'bad' });
      else onCopy(asNew(docKey.type.attributes, source.values));
    } catch (error) {
      toast(messageOf(error), { tone: 'bad' });
    }
    setBusy(false);
  };
  const canCopy = loaded === undefined && (docKey.documentId !== undefined || docKey.type.single);
  return (
    <section className="card card-padded panel-card">
      <h2>Locales</h2>
      <ul className="locales">
        {all.map((locale) => (
          <li key={locale}>
            <button
              type="button"
              className="locale"
              aria-current={locale === docKey.locale ? 'true' : undefined}
              onClick={() => setSearch({ locale })}
            >
              <span className="grow">
                {nameOf(locale)} <span className="muted">({locale})</span>
              </span>
              {locale === docKey.locale || existing.includes(locale) ? null : <Plus aria-hidden />}
              {locale === description.locales.default ? <Badge>Default</Badge> : null}
            </button>
          </li>
        ))}
      </ul>
      {canCopy ? (
        <Menu
          trigger={
            <Button icon={<Copy aria-hidden />} disabled={busy}>
              Fill in from another locale
            </Button>
          }
          entries={all
            .filter((locale) => locale !== docKey.locale)
            .map((locale) => ({ label: nameOf(locale), onSelect: () => void copyFrom(locale) }))}
        />
      ) : null}
    </section>
  );
}

function nameOf(locale: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(locale) ?? locale;
}

/** Values for a new version: its entries are copies. */
function asNew(attributes: readonly DescribedAttribute[], values: FormValues): FormValues {
  const pairs = attributes.map(({ name }) => {
    const value = values[name];
    return [
      name,
      Array.isArray(value) ? value.map((each: unknown) => (isEntry(each) ? copyEntry(each) : each)) : value,
    ] as const;
  });
  // Each value has the kind that it had before.
  return Object.fromEntries(pairs) as FormValues;
}
