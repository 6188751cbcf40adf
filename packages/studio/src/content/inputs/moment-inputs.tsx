import { type InputHTMLAttributes, type SyntheticEvent, useEffect, useRef } from 'react';

import { Input } from '../../design/field.js';
import { HALF, localText, momentOf, timeOf } from '../form/moments.js';

export type MomentProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> & {
  readonly value: string;
  /** Gets `HALF` while the control has a part of a value only. */
  readonly onValue: (value: string) => void;
};

export function DateInput(props: MomentProps) {
  return <MomentInput {...props} type="date" max="9999-12-31" shown={props.value} toValue={(text) => text} />;
}

/** A moment, shown in the time zone of the browser. Showing a value does not change it. */
export function DatetimeInput(props: MomentProps) {
  const { value } = props;
  const last = useRef(value);
  if (value !== '' && value !== HALF) last.current = value;
  return (
    <MomentInput
      {...props}
      type="datetime-local"
      step="any"
      max="9999-12-31T23:59"
      shown={localText(value)}
      toValue={(text) => momentOf(text, last.current)}
    />
  );
}

export function TimeInput(props: MomentProps) {
  const shown = props.value.replace(/(:00)?\.000$/, '');
  return <MomentInput {...props} type="time" step="any" shown={shown} toValue={timeOf} />;
}

interface MomentInputProps extends MomentProps {
  readonly shown: string;
  readonly toValue: (text: string) => string;
}

/** Browsers report no change between no value and half a value, so the control is looked at after each key. */
function MomentInput({ value, shown, onValue, toValue, ...rest }: MomentInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const isHalf = value === HALF;
  const wasHalf = useRef(isHalf);
  useEffect(() => {
    // Half a value stays in the control when the form has none any more, for example after an undo.
    if (wasHalf.current && !isHalf && input.current?.validity.badInput === true) input.current.value = '';
    wasHalf.current = isHalf;
  }, [isHalf]);
  /** Whether the control, and not only the form, has half a value: a reload of the page empties the control. */
  const hasHalf = useRef(false);
  const look = ({ currentTarget: { validity, value: text } }: SyntheticEvent<HTMLInputElement>) => {
    const hadHalf = hasHalf.current;
    hasHalf.current = validity.badInput;
    if (validity.badInput && !isHalf) onValue(HALF);
    if (hadHalf && !validity.badInput && text === '' && isHalf) onValue('');
  };
  return (
    <Input
      {...rest}
      ref={input}
      className="input-short"
      value={isHalf ? '' : shown}
      onChange={({ target: { validity, value: text } }) => {
        hasHalf.current = validity.badInput;
        onValue(validity.badInput ? HALF : text === '' ? '' : toValue(text));
      }}
      onKeyUp={look}
      onBlur={look}
    />
  );
}
