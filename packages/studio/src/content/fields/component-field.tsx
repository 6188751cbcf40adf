import { Plus, X } from '../../design/icons.js';

import { inSentence } from '../../data/in-sentence.js';
import { Button } from '../../design/button.js';
import { blankEntry } from '../form/blank.js';
import type { ListChange } from '../form/change.js';
import { entriesIn } from '../form/list-values.js';
import { problemAt } from '../form/problems/problems.js';
import type { Entry } from '../form/value.js';
import { EntryFields } from './entry-card.js';
import { EntryList, withEntry } from './entry-list.js';
import { type AttributeOf, type FieldProps, useFieldContext } from '../inputs/form-context.js';
import { Group, useWritable } from './labels.js';
import { useRemoval } from './removal.js';

/** One entry of a component, or a list of them. */
export function ComponentField({ attribute, value, onChange, path }: FieldProps<AttributeOf<'component'>>) {
  const { problems, description } = useFieldContext();
  const writable = useWritable(attribute);
  const entries = entriesIn(value);
  const { many, component, max } = attribute;
  const change: ListChange<Entry> = (next) => onChange((current) => next(entriesIn(current)));
  const add = () => {
    const made = blankEntry(component, description.components);
    change((all) => [...all, made]);
  };
  const isFull = many ? max !== undefined && entries.length >= max : entries.length > 0;
  const [only] = entries;
  const remove = useRemoval({ list: entries, many: false, idOf: ({ key }) => key, onChange: change });
  const name = attribute.label;
  const added = many ? (description.components[component]?.label ?? name) : name;
  return (
    <Group
      attribute={attribute}
      note={many ? countNote(entries.length, max) : undefined}
      help={attribute.description ?? description.components[component]?.description}
      error={problemAt(problems, path)}
    >
      {many ? (
        <EntryList
          entries={entries}
          onChange={change}
          path={path}
          writable={writable}
          showComponent={false}
          isFull={isFull}
        />
      ) : only === undefined ? null : (
        <div className="entry entry-body">
          <EntryFields entry={only} onChange={(next) => change((all) => withEntry(all, only.key, next))} path={path} />
          {writable ? (
            <div className="row">
              <Button small variant="quiet" icon={<X aria-hidden />} onClick={() => remove(0, name)}>
                Remove {inSentence(name)}
              </Button>
            </div>
          ) : null}
        </div>
      )}
      {writable && !isFull ? (
        <Button className="add" icon={<Plus aria-hidden />} onClick={add}>
          Add {inSentence(added)}
        </Button>
      ) : null}
    </Group>
  );
}

export function countNote(count: number, max: number | undefined): string {
  return max === undefined ? String(count) : `${count} / ${max}`;
}
