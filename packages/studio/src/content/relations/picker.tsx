import { useDeferredValue, useState } from 'react';

import { type DescribedType, humanName } from '../../data/description.js';
import { mayCreate } from '../../data/write-rights.js';
import { Button } from '../../design/button.js';
import { Select } from '../../design/field.js';
import { Check, Plus } from '../../design/icons.js';
import { useFieldContext } from '../inputs/form-context.js';
import { PickDialog } from '../inputs/pick-dialog.js';
import { refOf } from '../form/from-api.js';
import type { ApiDocument, Ref } from '../form/value.js';
import { useCandidates } from './candidates.js';

interface PickerProps {
  readonly title: string;
  /** The types of the documents; several in a polymorphic relation. */
  readonly types: readonly [DescribedType, ...DescribedType[]];
  readonly isPolymorphic: boolean;
  readonly chosen: readonly Ref[];
  readonly many: boolean;
  readonly onPick: (ref: Ref) => void;
  readonly onDrop: (ref: Ref) => void;
  readonly onClose: () => void;
}

/** Finds documents by their label or creates them, and adds them to a relation. */
export function Picker({ title, types, isPolymorphic, chosen, many, onPick, onDrop, onClose }: PickerProps) {
  const { locale, description, parts } = useFieldContext();
  const [uid, setUid] = useState(types[0].uid);
  const [text, setText] = useState('');
  const [creating, setCreating] = useState(false);
  const type = types.find((each) => each.uid === uid) ?? types[0];
  const found = useCandidates({ type, text: useDeferredValue(text.trim()), locale, description });
  const pick = (ref: Ref) => {
    onPick(isPolymorphic ? { ...ref, type: type.uid } : ref);
    if (!many) onClose();
  };
  const finish = (document: ApiDocument) => {
    setCreating(false);
    pick(refOf(document, type.uid, description));
  };
  const name = humanName(type.name).toLowerCase();
  return (
    <PickDialog
      title={title}
      search="Search documents"
      text={text}
      onText={setText}
      found={found}
      above={types.length > 1 ? <TypeSelect types={types} uid={type.uid} onChange={setUid} /> : null}
      beside={
        isCreatable(type) ? (
          <Button icon={<Plus aria-hidden />} onClick={() => setCreating(true)}>
            New {name}
          </Button>
        ) : null
      }
      none={text.trim() === '' ? `There is no ${name} yet.` : `No ${name} is called “${text.trim()}”.`}
      over={
        creating ? (
          <parts.CreateDialog
            type={type}
            locale={locale}
            named={text.trim()}
            onCreated={finish}
            onClose={() => setCreating(false)}
          />
        ) : null
      }
      onClose={onClose}
    >
      {(refs) => (
        <Candidates refs={refs} chosen={chosen} onToggle={(ref, isChosen) => (isChosen ? onDrop(ref) : pick(ref))} />
      )}
    </PickDialog>
  );
}

/** Users have a form of their own, and there is one document of a single type. */
function isCreatable({ actions, plugin, single }: DescribedType): boolean {
  return mayCreate({ actions }) && !plugin && !single;
}

interface TypeSelectProps {
  readonly types: readonly DescribedType[];
  readonly uid: string;
  readonly onChange: (uid: string) => void;
}

function TypeSelect({ types, uid, onChange }: TypeSelectProps) {
  return (
    <Select aria-label="Type" value={uid} onChange={(event) => onChange(event.target.value)}>
      {types.map(({ uid: each, name }) => (
        <option key={each} value={each}>
          {humanName(name)}
        </option>
      ))}
    </Select>
  );
}

interface CandidatesProps {
  readonly refs: readonly Ref[];
  readonly chosen: readonly Ref[];
  readonly onToggle: (ref: Ref, isChosen: boolean) => void;
}

function Candidates({ refs, chosen, onToggle }: CandidatesProps) {
  const ids = new Set(chosen.map(({ documentId }) => documentId));
  return (
    <ul className="picker-list">
      {refs.map((ref) => {
        const isChosen = ids.has(ref.documentId);
        return (
          <li key={ref.documentId}>
            <button
              type="button"
              className="picker-item"
              aria-pressed={isChosen}
              onClick={() => onToggle(ref, isChosen)}
            >
              <span className="grow truncate">{ref.label}</span>
              {isChosen ? <Check aria-hidden /> : null}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
