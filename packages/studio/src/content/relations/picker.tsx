import { Check, Search } from '../../design/icons.js';
import { useDeferredValue, useState } from 'react';

import { type DescribedType, humanName } from '../../data/description.js';
import { Button } from '../../design/button.js';
import { Dialog } from '../../design/dialog.js';
import { Select } from '../../design/field.js';
import { ErrorState, Loading } from '../../design/states.js';
import type { Ref } from '../form/value.js';
import { useFieldContext } from '../fields/form-context.js';
import { useCandidates } from './candidates.js';

interface PickerProps {
  readonly title: string;
  /** The types of the documents; several in a polymorphic relation. */
  readonly types: readonly DescribedType[];
  readonly chosen: readonly Ref[];
  readonly many: boolean;
  readonly onPick: (ref: Ref) => void;
  readonly onDrop: (ref: Ref) => void;
  readonly onClose: () => void;
}

/** Finds documents by their label, and adds them to a relation. */
export function Picker({ title, types, chosen, many, onPick, onDrop, onClose }: PickerProps) {
  const [uid, setUid] = useState(types[0]?.uid);
  const [text, setText] = useState('');
  const type = types.find((each) => each.uid === uid);
  const foot = (
    <Button variant="primary" onClick={onClose}>
      Done
    </Button>
  );
  return (
    <Dialog title={title} onClose={onClose} foot={foot}>
      <div className="picker">
        {types.length > 1 ? (
          <Select aria-label="Type" value={uid} onChange={(event) => setUid(event.target.value)}>
            {types.map(({ uid: each, name }) => (
              <option key={each} value={each}>
                {humanName(name)}
              </option>
            ))}
          </Select>
        ) : null}
        <div className="search-box">
          <Search aria-hidden />
          <input
            autoFocus
            type="search"
            aria-label="Search documents"
            placeholder="Search"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        {type === undefined ? null : (
          <Results
            type={type}
            text={text.trim()}
            isChosen={(ref) => chosen.some(({ documentId }) => documentId === ref.documentId)}
            onToggle={(ref, isChosen) => {
              const named = types.length > 1 ? { ...ref, type: type.uid } : ref;
              if (isChosen) return onDrop(ref);
              onPick(named);
              if (!many) onClose();
            }}
          />
        )}
      </div>
    </Dialog>
  );
}

interface ResultsProps {
  readonly type: DescribedType;
  readonly text: string;
  readonly isChosen: (ref: Ref) => boolean;
  readonly onToggle: (ref: Ref, isChosen: boolean) => void;
}

function Results({ type, text, isChosen, onToggle }: ResultsProps) {
  const { locale, description } = useFieldContext();
  const found = useCandidates({ type, text: useDeferredValue(text), locale, description });
  if (found.isPending) return <Loading />;
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data.length === 0) return <p className="picker-none muted">Nothing is called “{text}”.</p>;
  return (
    <ul className="picker-list">
      {found.data.map((ref) => {
        const selected = isChosen(ref);
        return (
          <li key={ref.documentId}>
            <button
              type="button"
              className="picker-item"
              aria-pressed={selected}
              onClick={() => onToggle(ref, selected)}
            >
              <span className="grow truncate">{ref.label}</span>
              {selected ? <Check aria-hidden /> : null}
            </button>
          </li>
        );
      })}
      {found.hasNextPage ? (
        <li>
          <Button variant="quiet" disabled={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            Show more
          </Button>
        </li>
      ) : null}
    </ul>
  );
}
