import type { InputHTMLAttributes } from 'react';

import { Input } from '../../design/field.js';
import { localText, momentOf, timeOf } from '../form/moments.js';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> & {
  readonly value: string;
  readonly onValue: (value: string) => void;
};

/** A moment, shown in the time zone of the browser. Showing a value does not change it. */
export function DatetimeInput({ value, onValue, ...rest }: Props) {
  return (
    <Input
      {...rest}
      className="input-short"
      type="datetime-local"
      step="any"
      max="9999-12-31T23:59"
      value={localText(value)}
      onChange={(event) => onValue(event.target.value === '' ? '' : momentOf(event.target.value))}
    />
  );
}

export function TimeInput({ value, onValue, ...rest }: Props) {
  return (
    <Input
      {...rest}
      className="input-short"
      type="time"
      step="any"
      value={value.replace(/(:00)?\.000$/, '')}
      onChange={(event) => onValue(event.target.value === '' ? '' : timeOf(event.target.value))}
    />
  );
}
