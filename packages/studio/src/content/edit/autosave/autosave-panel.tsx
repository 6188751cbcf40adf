import { useEffect, useState } from 'react';

import { humanName, useDescription } from '../../../data/description.js';
import { Button } from '../../../design/button.js';
import { Checkbox } from '../../../design/field.js';
import type { DocumentKey } from '../../document/document.js';
import type { Form } from '../form-state.js';
import type { DocumentSaving } from '../saving.js';
import { chooseAutosave, useAutosaveChoice } from './choice.js';
import { isHeldBack } from './valid-part.js';

interface AutosavePanelProps {
  readonly docKey: DocumentKey;
  readonly form: Form;
  readonly saving: DocumentSaving;
}

/** Says what is saved by now, and lets a person choose whether the form saves itself. */
export function AutosavePanel(props: AutosavePanelProps) {
  const isOn = useAutosaveChoice();
  return (
    <div className="autosave small stack-small">
      {isOn ? <Said {...props} /> : null}
      <Checkbox
        label="Save the draft while I type"
        checked={isOn}
        onChange={(event) => chooseAutosave(event.target.checked)}
      />
    </div>
  );
}

function Said({ docKey, form, saving }: AutosavePanelProps) {
  const { autosave } = saving;
  const left = useLeft(docKey, form);
  return (
    <>
      {form.isDirty && left.length === 0 && ['idle', 'saved', 'saving'].includes(autosave.kind) ? (
        <p className="muted">Saving…</p>
      ) : autosave.kind === 'saved' ? (
        <p className="muted">
          <Ago at={autosave.at} />
        </p>
      ) : null}
      <div role="status">
        {autosave.kind === 'waiting' && form.isDirty ? (
          <p className="note note-warn">
            {`Not saved yet. ${autosave.reason} This browser keeps your words, and tries again.`}
          </p>
        ) : null}
        {autosave.kind === 'refused' && form.isDirty ? (
          <p className="note note-danger">{`Not saved. ${autosave.reason}`}</p>
        ) : null}
        {autosave.kind === 'met' && autosave.base === form.base ? (
          <div className="note note-warn stack-small">
            <p>
              {autosave.what === 'deleted'
                ? 'Another person deleted the document. Your words are still in the form.'
                : 'Not saved: another person saved fields that you changed, too.'}
            </p>
            <Button onClick={() => void saving.save()}>
              {autosave.what === 'deleted' ? 'Keep my words…' : 'Compare and choose…'}
            </Button>
          </div>
        ) : null}
        {left.length > 0 ? <p>{`Not saved yet: ${left.join(', ')}. “Save draft” saves it.`}</p> : null}
      </div>
    </>
  );
}

/** The names of changes that wait for “Save draft”. Problems have a place of their own. */
function useLeft({ type }: DocumentKey, form: Form): readonly string[] {
  const { components } = useDescription();
  return type.attributes
    .filter(({ name }) => form.changed.includes(name))
    .filter((attribute) => isHeldBack(attribute, form.values[attribute.name], components))
    .map(({ name }) => humanName(name));
}

const SECOND_MS = 1_000;

function Ago({ at }: { readonly at: number }) {
  const [, draw] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => draw((count) => count + 1), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return `Saved ${agoText(Date.now() - at)}`;
}

function agoText(passed: number): string {
  const seconds = Math.max(0, Math.round(passed / SECOND_MS));
  if (seconds < 60) return `${seconds} s ago`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`;
}
