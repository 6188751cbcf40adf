import { ListFilter, Plus, X } from '../../design/icons.js';
import { useId, useMemo } from 'react';

import { type DescribedType, useDescription } from '../../data/description.js';
import { Button, IconButton } from '../../design/button.js';
import { Input, Select } from '../../design/field.js';
import { Popover } from '../../design/menu.js';
import { DatetimeInput, TimeInput } from '../inputs/moment-inputs.js';
import { HALF } from '../form/moments.js';
import type { Condition } from './list-state.js';
import { type FilterTarget, filterTargets, isUnary, operatorsOf, valueProblem } from './operators.js';

interface FiltersProps {
  readonly type: DescribedType;
  readonly conditions: readonly Condition[];
  readonly onChange: (conditions: readonly Condition[]) => void;
}

/** Conditions on every kind of attribute, also of related documents. */
export function Filters({ type, conditions, onChange }: FiltersProps) {
  const description = useDescription();
  const targets = useMemo(() => filterTargets(type, description), [type, description]);
  const [first] = targets;
  if (first === undefined) return null;
  const trigger = (
    <Button icon={<ListFilter aria-hidden />}>Filter{conditions.length === 0 ? '' : ` (${conditions.length})`}</Button>
  );
  return (
    <Popover trigger={trigger} label="Filters">
      <div className="filters">
        {conditions.length === 0 ? (
          <p className="muted small">All documents are shown. Add a condition to see fewer.</p>
        ) : null}
        {conditions.map((condition, index) => (
          <ConditionRow
            // Conditions have no other name than their place.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            condition={condition}
            targets={targets}
            onChange={(next) => onChange(conditions.with(index, next))}
            onRemove={() => onChange(conditions.toSpliced(index, 1))}
          />
        ))}
        <Button variant="quiet" icon={<Plus aria-hidden />} onClick={() => onChange([...conditions, startOf(first)])}>
          Add a condition
        </Button>
      </div>
    </Popover>
  );
}

function startOf({ path, attribute }: FilterTarget): Condition {
  return { path, operator: operatorsOf(attribute)[0]?.name ?? '$eq', value: firstValue(attribute) };
}

function firstValue(attribute: FilterTarget['attribute']): string {
  if (attribute.kind !== 'scalar') return '';
  return attribute.type === 'boolean' ? 'true' : (attribute.values?.[0] ?? '');
}

interface ConditionRowProps {
  readonly condition: Condition;
  readonly targets: readonly FilterTarget[];
  readonly onChange: (condition: Condition) => void;
  readonly onRemove: () => void;
}

function ConditionRow({ condition, targets, onChange, onRemove }: ConditionRowProps) {
  const target = targets.find(({ path }) => path === condition.path);
  const retarget = (path: string) => {
    const next = targets.find((each) => each.path === path);
    if (next !== undefined) onChange(startOf(next));
  };
  const problem = valueProblem(target?.attribute, condition);
  const problemId = useId();
  const value = {
    target,
    value: condition.value,
    onChange: (next: string) => onChange({ ...condition, value: next }),
    problem: problem === undefined ? undefined : problemId,
  };
  return (
    <div className="filter">
      <Select aria-label="Attribute" value={condition.path} onChange={(event) => retarget(event.target.value)}>
        {targets.map(({ path, label }) => (
          <option key={path} value={path}>
            {label}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Operator"
        value={condition.operator}
        onChange={(event) => onChange({ ...condition, operator: event.target.value })}
      >
        {(target === undefined ? [] : operatorsOf(target.attribute)).map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Select>
      {isUnary(condition.operator) ? null : <ValueInput {...value} />}
      <IconButton small label="Remove the condition" onClick={onRemove}>
        <X />
      </IconButton>
      {problem === undefined ? null : (
        <p className="field-error" id={problemId} role="status">
          {problem}
        </p>
      )}
    </div>
  );
}

/** The keyboards of phones. */
const INPUT_MODES: Readonly<Record<string, 'numeric' | 'decimal'>> = {
  integer: 'numeric',
  biginteger: 'numeric',
  float: 'decimal',
  decimal: 'decimal',
};

function ValueInput({
  target,
  value,
  onChange,
  problem,
}: {
  readonly target: FilterTarget | undefined;
  readonly value: string;
  /** The id of the text that says what is wrong with the value. */
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}) {
  const attribute = target?.attribute;
  const type = attribute?.kind === 'scalar' ? attribute.type : 'string';
  const values =
    attribute?.kind === 'scalar' && attribute.type === 'boolean'
      ? ['true', 'false']
      : attribute?.kind === 'scalar'
        ? attribute.values
        : undefined;
  if (values !== undefined) {
    return (
      <Select aria-label="Value" value={value} onChange={(event) => onChange(event.target.value)}>
        {values.map((each) => (
          <option key={each} value={each}>
            {type === 'boolean' ? (each === 'true' ? 'Yes' : 'No') : each}
          </option>
        ))}
      </Select>
    );
  }
  const common = {
    'aria-label': 'Value',
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem,
    value,
  };
  // Half a value filters nothing.
  const change = (next: string) => onChange(next === HALF ? '' : next);
  if (type === 'datetime') return <DatetimeInput {...common} onValue={change} />;
  if (type === 'time') return <TimeInput {...common} onValue={change} />;
  return (
    <Input
      {...common}
      type={type === 'date' ? 'date' : 'text'}
      inputMode={INPUT_MODES[type] ?? 'text'}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
