import { Plus } from '../../design/icons.js';

import { inSentence } from '../../data/in-sentence.js';
import { Button } from '../../design/button.js';
import { Menu } from '../../design/menu.js';
import { blankEntry } from '../form/blank.js';
import type { ListChange } from '../form/change.js';
import { entriesIn } from '../form/list-values.js';
import { problemAt } from '../form/problems/problems.js';
import type { Entry } from '../form/value.js';
import { countNote } from './component-field.js';
import { EntryList } from './entry-list.js';
import { type AttributeOf, type FieldProps, useFieldContext } from '../inputs/form-context.js';
import { Group, useWritable } from './labels.js';

/** A dynamic zone: a list of entries of several components. */
export function ZoneField({ attribute, value, onChange, path }: FieldProps<AttributeOf<'dynamicZone'>>) {
  const { problems, description } = useFieldContext();
  const writable = useWritable(attribute);
  const entries = entriesIn(value);
  const change: ListChange<Entry> = (next) => onChange((current) => next(entriesIn(current)));
  const add = (component: string) => {
    const made = blankEntry(component, description.components);
    change((all) => [...all, made]);
  };
  const isFull = attribute.max !== undefined && entries.length >= attribute.max;
  return (
    <Group
      attribute={attribute}
      note={countNote(entries.length, attribute.max)}
      help={attribute.description}
      error={problemAt(problems, path)}
    >
      <EntryList entries={entries} onChange={change} path={path} writable={writable} showComponent isFull={isFull} />
      {writable && !isFull ? (
        <Menu
          trigger={
            <Button className="add" icon={<Plus aria-hidden />}>
              Add to {inSentence(attribute.label)}
            </Button>
          }
          entries={attribute.components.map((component) => ({
            label: description.components[component]?.label ?? component,
            onSelect: () => add(component),
          }))}
        />
      ) : null}
    </Group>
  );
}
