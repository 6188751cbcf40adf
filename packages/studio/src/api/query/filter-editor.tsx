import { FolderPlus, Plus, X } from '../../design/icons.js';

import { Button, IconButton } from '../../design/button.js';
import { Input, Select } from '../../design/field.js';
import { type Holder, type Use, operatorName, operatorsFor, useAtPath } from '../attribute-uses.js';
import { type FilterCondition, type Filter, type FilterGroup, listOperators, noFilter } from './filter.js';
import { PathSelect } from './path-select.js';

interface FilterEditorProps {
  readonly holders: ReadonlyMap<string, Holder>;
  /** The holder that the filters are about. */
  readonly from: string;
  readonly group: FilterGroup;
  readonly onChange: (group: FilterGroup) => void;
}

/** The conditions of a group, and the groups inside it. */
export function FilterEditor({ holders, from, group, onChange }: FilterEditorProps) {
  const holder = group.path.length === 0 ? from : (useAtPath(holders, from, group.path)?.target ?? from);
  const { items } = group;
  const replace = (index: number, next: Filter | undefined) =>
    onChange({ ...group, items: items.flatMap((item, at) => (at === index ? (next ?? []) : [item])) });
  const condition: FilterCondition = { kind: 'condition', path: [], operator: '$eq', values: [''] };
  return (
    <div className="filter-group">
      {items.length < 2 && group.logic === 'and' ? null : <LogicSelect group={group} onChange={onChange} />}
      {items.map((item, index) => (
        // Conditions have no names, and an edit keeps their places.
        // oxlint-disable-next-line react/no-array-index-key
        <div className="filter-item" key={index}>
          {item.kind === 'condition' ? (
            <ConditionEditor
              holders={holders}
              from={holder}
              condition={item}
              onChange={(next) => replace(index, next)}
            />
          ) : (
            <div className="filter-nested">
              <FilterEditor holders={holders} from={holder} group={item} onChange={(next) => replace(index, next)} />
            </div>
          )}
          <IconButton
            label={item.kind === 'condition' ? 'Remove the condition' : 'Remove the group'}
            small
            onClick={() => replace(index, undefined)}
          >
            <X />
          </IconButton>
        </div>
      ))}
      <div className="row row-wrap">
        <Button small icon={<Plus aria-hidden />} onClick={() => onChange({ ...group, items: [...items, condition] })}>
          Condition
        </Button>
        <Button
          small
          variant="quiet"
          icon={<FolderPlus aria-hidden />}
          onClick={() =>
            onChange({
              ...group,
              items: [...items, { ...noFilter, logic: group.logic === 'or' ? 'and' : 'or', items: [condition] }],
            })
          }
        >
          Group
        </Button>
      </div>
    </div>
  );
}

const logics = { and: 'All of these', or: 'Any of these', not: 'Not all of these' } as const;

function LogicSelect({ group, onChange }: Pick<FilterEditorProps, 'group' | 'onChange'>) {
  return (
    <div className="row">
      {group.path.length === 0 ? null : <code className="small">{group.path.join('.')}:</code>}
      <Select
        className="logic-select"
        aria-label="How the conditions are combined"
        value={group.logic}
        onChange={({ target: { value } }) => {
          if (value === 'and' || value === 'or' || value === 'not') onChange({ ...group, logic: value });
        }}
      >
        {Object.entries(logics).map(([logic, text]) => (
          <option key={logic} value={logic}>
            {text}
          </option>
        ))}
      </Select>
    </div>
  );
}

interface ConditionEditorProps {
  readonly holders: ReadonlyMap<string, Holder>;
  readonly from: string;
  readonly condition: FilterCondition;
  readonly onChange: (condition: FilterCondition) => void;
}

function ConditionEditor({ holders, from, condition, onChange }: ConditionEditorProps) {
  const { path, operator, values } = condition;
  const use = useAtPath(holders, from, path);
  const operators = operatorsFor(use);
  const choosePath = (next: readonly string[]) => {
    const fitting = operatorsFor(useAtPath(holders, from, next));
    const kept = fitting.includes(operator) ? operator : (fitting[0] ?? '$eq');
    onChange({ ...condition, path: next, operator: kept, values: valuesFor(kept, values) });
  };
  return (
    <div className="condition">
      <PathSelect
        holders={holders}
        from={from}
        path={path}
        label="Attribute"
        accepts={({ canFilter }) => canFilter}
        onChange={choosePath}
      />
      <Select
        aria-label="Operator"
        value={operator}
        onChange={({ target: { value } }) =>
          onChange({ ...condition, operator: value, values: valuesFor(value, values) })
        }
      >
        {operators.includes(operator) ? null : <option value={operator}>{operatorName(operator)}</option>}
        {operators.map((each) => (
          <option key={each} value={each}>
            {operatorName(each)}
          </option>
        ))}
      </Select>
      <Operands
        use={use}
        operator={operator}
        values={values}
        onChange={(next) => onChange({ ...condition, values: next })}
      />
    </div>
  );
}

const isPresence = (operator: string) => operator === '$null' || operator === '$notNull';

/** The operands for another operator: the former operands, as far as they fit the new operator. */
function valuesFor(operator: string, values: readonly string[]): readonly string[] {
  const [first = '', second = ''] = values;
  if (isPresence(operator)) return ['true'];
  const kept = first === 'true' && values.length === 1 ? '' : first;
  if (operator === '$between') return [kept, second];
  return listOperators.has(operator) ? values : [kept];
}

interface OperandsProps {
  readonly use: Use | undefined;
  readonly operator: string;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

function Operands({ use, operator, values, onChange }: OperandsProps) {
  if (isPresence(operator)) return null;
  const isOpen = operator === '$in' || operator === '$notIn';
  const shown = isOpen && values.at(-1) !== '' ? [...values, ''] : values;
  const change = (index: number, value: string) => {
    const next = shown.map((each, at) => (at === index ? value : each));
    onChange(isOpen ? next.filter((each, at) => each !== '' || at === 0) : next);
  };
  return shown.map((value, index) => (
    // Values are told apart by their places.
    // oxlint-disable-next-line react/no-array-index-key
    <Operand key={index} use={use} value={value} onChange={(next) => change(index, next)} />
  ));
}

const inputTypes: Readonly<Record<string, string>> = { date: 'date', integer: 'number' };

function Operand({
  use,
  value,
  onChange,
}: {
  readonly use: Use | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const choices = use?.scalar === 'boolean' ? ['true', 'false'] : use?.values;
  if (choices !== undefined) {
    return (
      <Select aria-label="Value" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">Choose…</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </Select>
    );
  }
  const type = inputTypes[use?.scalar ?? ''] ?? 'text';
  const hint = use?.scalar === 'datetime' ? '2026-01-31T12:00:00Z' : 'value';
  return (
    <Input
      aria-label="Value"
      type={type}
      placeholder={hint}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
