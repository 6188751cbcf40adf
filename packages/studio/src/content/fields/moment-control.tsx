import { useRef } from 'react';

import { Button } from '../../design/button.js';
import { HALF } from '../form/moments.js';
import { MOMENTS } from '../form/problems/problems.js';
import { DateInput, DatetimeInput, type MomentProps, TimeInput } from '../inputs/moment-inputs.js';

const INPUTS = { date: DateInput, datetime: DatetimeInput, time: TimeInput };

/** A date or a time. A button clears half a value, also where the control has lost the typed half. */
export function MomentControl({ kind, ...props }: MomentProps & { readonly kind: keyof typeof INPUTS }) {
  const row = useRef<HTMLDivElement>(null);
  const Control = INPUTS[kind];
  const clear = () => {
    props.onValue('');
    row.current?.querySelector('input')?.focus();
  };
  return (
    <div className="row" ref={row}>
      <Control {...props} />
      {props.value === HALF ? (
        <Button small variant="quiet" onClick={clear}>
          Clear the {MOMENTS[kind]}
        </Button>
      ) : null}
    </div>
  );
}
