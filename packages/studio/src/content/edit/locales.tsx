import { Copy, Plus } from '../../design/icons.js';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';

import { useDescription } from '../../data/description.js';
import { messageOf } from '../../failure.js';
import { Badge } from '../../design/badge.js';
import { Button } from '../../design/button.js';
import { confirm } from '../../design/confirm.js';
import { Menu } from '../../design/menu.js';
import { toast } from '../../design/toast.js';
import { copyEntry, isEntry } from '../form/blank.js';
import type { DescribedAttribute, FormValues } from '../form/value.js';
import { type DocumentKey, type LoadedDocument, editedStatus, loadDocument, localesOf } from '../document/document.js';
import type { Form } from './form-state.js';

interface LocalesProps {
  readonly docKey: DocumentKey;
  readonly loaded: LoadedDocument | undefined;
  /** If the version does not exist yet: the document in another locale. */
  readonly sibling: LoadedDocument | undefined;
  readonly form: Form;
}

/** The locale whose button was pressed last. That locale has a form of its own, with another button. */
let pressed: string | undefined;

/** The versions of the document in other locales. */
export function Locales({ docKey, loaded, sibling, form }: LocalesProps) {
  const description = useDescription();
  const [, setSearch] = useSearchParams();
  const [busy, setBusy] = useState(false);
  const current = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (pressed === docKey.locale) current.current?.focus({ preventScroll: true });
    pressed = undefined;
  }, [docKey.locale]);
  const choose = (locale: string) => {
    pressed = locale;
    setSearch({ locale });
  };
  const { all } = description.locales;
  const known = loaded ?? sibling;
  const existing = known === undefined ? [] : localesOf(known);
  const copyFrom = async (locale: string) => {
    const text = `Values in the form are replaced by those in ${nameOf(locale)}, also those that you have typed.`;
    const question = { title: 'Replace what you have typed?', text, confirm: 'Replace', danger: true };
    if (form.isDirty && !(await confirm(question))) return;
    setBusy(true);
    try {
      const source = await loadDocument({ ...docKey, locale }, editedStatus(docKey.type), description);
      if (source === undefined) toast(`The document has no version in ${locale}.`, { tone: 'bad' });
      else form.fill(asNew(docKey.type.attributes, source.values), form.values);
    } catch (error) {
      toast(messageOf(error), { tone: 'bad' });
    }
    setBusy(false);
  };
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
              ref={locale === docKey.locale ? current : undefined}
              onClick={() => choose(locale)}
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
      {sibling === undefined ? null : (
        <Menu
          trigger={
            <Button icon={<Copy aria-hidden />} disabled={busy}>
              Fill in from another locale
            </Button>
          }
          entries={existing.map((locale) => ({ label: nameOf(locale), onSelect: () => void copyFrom(locale) }))}
        />
      )}
    </section>
  );
}

function nameOf(locale: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(locale) ?? locale;
}

/** Values for a new version: its entries are copies. The form already has the values that locales share. */
function asNew(attributes: readonly DescribedAttribute[], values: FormValues): FormValues {
  const pairs = attributes
    // A private value is not known in any locale.
    .filter(({ name, shared }) => !shared && values[name] !== undefined)
    .map(({ name }) => {
      const value = values[name];
      return [
        name,
        Array.isArray(value) ? value.map((each: unknown) => (isEntry(each) ? copyEntry(each) : each)) : value,
      ] as const;
    });
  // Each value has the kind that it had before.
  return Object.fromEntries(pairs) as FormValues;
}
