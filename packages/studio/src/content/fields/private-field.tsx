import { type ReactNode, useRef } from 'react';

import { Button } from '../../design/button.js';
import { Pencil, RotateCcw } from '../../design/icons.js';
import { blankValue } from '../form/blank.js';
import { problemAt } from '../form/problems/problems.js';
import { type FieldProps, useFieldContext } from '../inputs/form-context.js';
import { Group, useWritable } from './labels.js';

interface PrivateFieldProps extends FieldProps {
  /** The control for a new value. */
  readonly children: ReactNode;
}

/** An attribute that answers never show. The stored value stays until the user decides to replace it. */
export function PrivateField({ attribute, value, onChange, path, children }: PrivateFieldProps) {
  const { description, problems } = useFieldContext();
  const writable = useWritable(attribute);
  const wasUnknown = useRef(false);
  if (value === undefined) {
    wasUnknown.current = true;
    return (
      <Group attribute={attribute} error={problemAt(problems, path, true)}>
        <p className="field-hint">Private: what is stored here is never shown.</p>
        {writable ? (
          <Button
            className="add"
            icon={<Pencil aria-hidden />}
            onClick={() => onChange(blankValue(attribute, description.components))}
          >
            Replace what is stored
          </Button>
        ) : null}
      </Group>
    );
  }
  if (!wasUnknown.current) return children;
  return (
    <div className="stack-small">
      {children}
      <div className="row">
        <p className="field-hint">A save replaces what is stored. Leave it empty to clear it.</p>
        <Button small variant="quiet" icon={<RotateCcw aria-hidden />} onClick={() => onChange(undefined)}>
          Keep what is stored
        </Button>
      </div>
    </div>
  );
}
