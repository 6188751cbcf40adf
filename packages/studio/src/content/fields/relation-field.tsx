import { useState } from 'react';

import { inSentence } from '../../data/in-sentence.js';
import { Button } from '../../design/button.js';
import { Link2 } from '../../design/icons.js';
import type { ListChange } from '../form/change.js';
import { refsIn } from '../form/list-values.js';
import { problemAt } from '../form/problems/problems.js';
import type { Ref } from '../form/value.js';
import { Picker } from '../relations/picker.js';
import { RefList } from '../relations/ref-list.js';
import { type AttributeOf, type FieldProps, useFieldContext } from '../inputs/form-context.js';
import { Group, useWritable } from './labels.js';
import { useRemoval } from './removal.js';

/** Related documents: found by search, ordered by dragging and by keyboard. */
export function RelationField({ attribute, value, onChange, path }: FieldProps<AttributeOf<'relation'>>) {
  const { problems, description } = useFieldContext();
  const writable = useWritable(attribute);
  const [picking, setPicking] = useState(false);
  const refs = refsIn(value);
  const change: ListChange<Ref> = (next) => onChange((current) => next(refsIn(current)));
  const { many, target } = attribute;
  const [first, ...others] = description.types.filter(({ uid, plugin }) =>
    target === undefined ? !plugin : uid === target,
  );
  const remove = useRemoval({ list: refs, many, idOf: ({ documentId }) => documentId, onChange: change });
  const name = inSentence(attribute.label);
  return (
    <Group attribute={attribute} note={many ? String(refs.length) : undefined} error={problemAt(problems, path, true)}>
      {refs.length === 0 ? null : (
        <RefList attribute={attribute} refs={refs} writable={writable} onChange={change} onRemove={remove} />
      )}
      {writable && first !== undefined ? (
        <Button className="add" icon={<Link2 aria-hidden />} onClick={() => setPicking(true)}>
          {many ? `Add to ${name}` : refs.length === 0 ? `Choose ${name}` : `Change ${name}`}
        </Button>
      ) : null}
      {picking && first !== undefined ? (
        <Picker
          title={many ? `Add to ${name}` : `Choose ${name}`}
          types={[first, ...others]}
          isPolymorphic={target === undefined}
          chosen={refs}
          many={many}
          onPick={(ref) => change((all) => (many ? [...all, ref] : [ref]))}
          onDrop={(ref) => change((all) => all.filter(({ documentId }) => documentId !== ref.documentId))}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </Group>
  );
}
