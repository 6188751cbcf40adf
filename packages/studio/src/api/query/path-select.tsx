import { Select } from '../../design/field.js';
import { type Holder, type Use, useAtPath } from '../attribute-uses.js';

interface PathSelectProps {
  readonly holders: ReadonlyMap<string, Holder>;
  /** The holder that the path begins at. */
  readonly from: string;
  readonly path: readonly string[];
  readonly label: string;
  /** Whether an attribute is a choice. Attributes that lead to other attributes are choices, too. */
  readonly accepts: (use: Use) => boolean;
  readonly onChange: (path: readonly string[]) => void;
}

/** A path through relations and components: one list of attributes per step. */
export function PathSelect({ holders, from, path, label, accepts, onChange }: PathSelectProps) {
  const steps = path.length === 0 ? [''] : path;
  const last = useAtPath(holders, from, path);
  const next = last?.target === undefined || !last.canFilter ? [] : [''];
  return (
    <span className="path-select">
      {[...steps, ...(path.length === 0 ? [] : next)].map((name, index) => {
        const holder = index === 0 ? from : useAtPath(holders, from, steps.slice(0, index))?.target;
        const all = holders.get(holder ?? '')?.attributes ?? [];
        const uses = all.filter((use) => accepts(use) || (use.target !== undefined && use.canFilter));
        const isKnown = uses.some((use) => use.name === name);
        return (
          <Select
            // The steps of a path are told apart by their places.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            aria-label={index === 0 ? label : `${label} of ${steps[index - 1] ?? ''}`}
            value={name}
            onChange={({ target: { value } }) => onChange([...steps.slice(0, index), ...(value === '' ? [] : [value])])}
          >
            <option value="">{index === 0 ? 'Choose…' : '(itself)'}</option>
            {name === '' || isKnown ? null : <option value={name}>{name}</option>}
            {uses.map((use) => (
              <option key={use.name} value={use.name}>
                {use.target === undefined ? use.name : `${use.name} ${use.label.startsWith('→') ? use.label : '▸'}`}
              </option>
            ))}
          </Select>
        );
      })}
    </span>
  );
}
