import { useState } from 'react';

import { Button } from '../../design/button.js';
import { Dialog } from '../../design/dialog.js';
import { Field, Input } from '../../design/field.js';

interface PlaceDialogProps {
  readonly name: string;
  /** The first entry has place 1. */
  readonly place: number;
  readonly count: number;
  readonly onPlace: (place: number) => void;
  readonly onClose: () => void;
}

/** Moves an entry to a place by its number, which is quicker than arrows in a long list. */
export function PlaceDialog({ name, place, count, onPlace, onClose }: PlaceDialogProps) {
  const [text, setText] = useState(String(place));
  const wanted = Number(text);
  const isPlace = Number.isInteger(wanted) && wanted >= 1 && wanted <= count;
  const apply = () => {
    onPlace(wanted);
    onClose();
  };
  const foot = (
    <Button variant="primary" disabled={!isPlace} onClick={apply}>
      Move
    </Button>
  );
  return (
    <Dialog title={`Move ${name}`} onClose={onClose} foot={foot}>
      <Field label={`Place, from 1 to ${count}`} error={isPlace ? undefined : 'The list has no such place.'}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            inputMode="numeric"
            value={text}
            onFocus={(event) => event.target.select()}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !isPlace) return;
              event.preventDefault();
              apply();
            }}
          />
        )}
      </Field>
    </Dialog>
  );
}
