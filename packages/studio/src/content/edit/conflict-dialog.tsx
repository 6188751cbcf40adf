import { useState } from 'react';

import { humanName } from '../../data/description.js';
import { Button } from '../../design/button.js';
import { Dialog } from '../../design/dialog.js';
import type { DescribedAttribute, FormValues } from '../form/value.js';
import type { Meeting } from './meeting.js';
import { ShownVersion } from './shown-version.js';

interface ConflictDialogProps {
  readonly meeting: Meeting;
  readonly attributes: readonly DescribedAttribute[];
  readonly onSettle: (values: FormValues | undefined) => void;
}

/** Another person saved the document meanwhile: shows both values of each field that both changed. */
export function ConflictDialog({ meeting, attributes, onSettle }: ConflictDialogProps) {
  const { conflicts, merged, changed } = meeting;
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const choose = (name: string, isTheirs: boolean) => {
    const next = new Set(theirs);
    if (isTheirs) next.add(name);
    else next.delete(name);
    setTheirs(next);
  };
  const settle = () => {
    const chosen = conflicts.filter(({ name }) => theirs.has(name)).map((each) => [each.name, each.theirs] as const);
    onSettle({ ...merged, ...Object.fromEntries(chosen) });
  };
  const foot = (
    <>
      <Button onClick={() => onSettle(undefined)}>Not now</Button>
      <Button variant="primary" onClick={settle}>
        Continue with these values
      </Button>
    </>
  );
  return (
    <Dialog title="The document has changed meanwhile" wide onClose={() => onSettle(undefined)} foot={foot}>
      <div className="stack">
        <p>
          {conflicts.length === 0
            ? `Another person saved ${changed.length === 0 ? 'it' : changed.map(humanName).join(', ')}. Continue to see these changes beside yours, then try again.`
            : 'Another person saved fields that you changed, too. Choose a value for each of them, then try again.'}
        </p>
        {conflicts.map(({ name, mine, theirs: saved }) => {
          const attribute = attributes.find((each) => each.name === name);
          if (attribute === undefined) return null;
          return (
            <fieldset key={name} className="group stack-small">
              <legend className="field-label">{humanName(name)}</legend>
              <div className="compare">
                <label className="choice">
                  <input type="radio" name={name} checked={!theirs.has(name)} onChange={() => choose(name, false)} />
                  <ShownVersion title="Yours" attribute={attribute} value={mine} other={saved} />
                </label>
                <label className="choice">
                  <input type="radio" name={name} checked={theirs.has(name)} onChange={() => choose(name, true)} />
                  <ShownVersion title="Saved meanwhile" attribute={attribute} value={saved} other={mine} />
                </label>
              </div>
            </fieldset>
          );
        })}
      </div>
    </Dialog>
  );
}
