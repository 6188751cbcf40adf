import { useEffect, useState } from 'react';

import { humanName } from '../../data/description.js';
import { Button } from '../../design/button.js';
import { confirm } from '../../design/confirm.js';
import { openTabs } from '../../session/tab.js';
import { labelAttribute } from '../form/label.js';
import type { DocumentKey } from '../document/document.js';
import type { Form } from './form-state.js';
import { type KeptRecord, ownKey, parsedChanges, recordsOf } from './kept-changes.js';

interface LeftChangesProps {
  readonly docKey: DocumentKey;
  /** The name of the unsaved changes of the form. */
  readonly name: string;
  readonly form: Form;
}

/** Offers the words of new documents whose tab was closed or has crashed. Words of an open tab stay in that tab. */
export function LeftChanges({ docKey: { type }, name, form }: LeftChangesProps) {
  const [left, drop] = useLeft(name);
  const label = labelAttribute(type.attributes);
  const takeOver = (record: KeptRecord) => {
    drop(record);
    // Another tab may have taken the record over already.
    if (localStorage.getItem(record.key) !== record.text) return;
    localStorage.setItem(ownKey(name), record.text);
    localStorage.removeItem(record.key);
    form.takeOver(parsedChanges(record.text));
  };
  const forget = async (record: KeptRecord) => {
    const text = 'This browser deletes them. This cannot be undone.';
    if (!(await confirm({ title: 'Forget these words?', text, confirm: 'Forget', danger: true }))) return;
    localStorage.removeItem(record.key);
    drop(record);
  };
  return left.map((record) => {
    const { values, at } = parsedChanges(record.text);
    const named = label === undefined ? undefined : values[label];
    return (
      <div key={record.key} className="note note-warn row row-wrap">
        <span className="grow">
          Unsaved words of a new {humanName(type.name).toLowerCase()} from {moment(at)}
          {typeof named === 'string' && named !== '' ? `: “${named}”` : ''}
        </span>
        <Button onClick={() => takeOver(record)}>Take over</Button>
        <Button variant="quiet" onClick={() => void forget(record)}>
          Forget
        </Button>
      </div>
    );
  });
}

/** The records of tabs that are closed, and a function that takes one of them off the list. */
function useLeft(name: string): readonly [readonly KeptRecord[], (record: KeptRecord) => void] {
  const [left, setLeft] = useState<readonly KeptRecord[]>([]);
  useEffect(() => {
    let isCurrent = true;
    const find = async () => {
      if (recordsOf(name).length === 0) return;
      const open = await openTabs();
      if (isCurrent) setLeft(recordsOf(name).filter(({ tab }) => !open.has(tab)));
    };
    void find();
    return () => {
      isCurrent = false;
      setLeft([]);
    };
  }, [name]);
  return [left, (record) => setLeft((all) => all.filter(({ key }) => key !== record.key))];
}

function moment(at: number): string {
  return new Date(at).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
}
