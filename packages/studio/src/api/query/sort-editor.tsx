import { ArrowDownAZ, ArrowUpAZ, Plus, X } from '../../design/icons.js';

import { Button, IconButton } from '../../design/button.js';
import { type Holder } from '../attribute-uses.js';
import { PathSelect } from './path-select.js';
import type { SortKey } from './sort.js';

interface SortEditorProps {
  readonly holders: ReadonlyMap<string, Holder>;
  readonly from: string;
  readonly keys: readonly SortKey[];
  readonly onChange: (keys: readonly SortKey[]) => void;
}

export function SortEditor({ holders, from, keys, onChange }: SortEditorProps) {
  const replace = (index: number, next: SortKey | undefined) =>
    onChange(keys.flatMap((key, at) => (at === index ? (next ?? []) : [key])));
  return (
    <div className="stack-small">
      {keys.map((key, index) => (
        // Sort keys are told apart by their places.
        // oxlint-disable-next-line react/no-array-index-key
        <div className="filter-item" key={index}>
          <div className="condition sort-key">
            <PathSelect
              holders={holders}
              from={from}
              path={key.path}
              label="Sort by"
              accepts={({ scalar, canFilter }) => scalar !== undefined && canFilter}
              onChange={(path) => replace(index, { ...key, path })}
            />
            <Button
              icon={key.descending ? <ArrowUpAZ aria-hidden /> : <ArrowDownAZ aria-hidden />}
              aria-label={key.descending ? 'desc, change to asc' : 'asc, change to desc'}
              onClick={() => replace(index, { ...key, descending: !key.descending })}
            >
              {key.descending ? 'desc' : 'asc'}
            </Button>
          </div>
          <IconButton label="Remove the sort key" small onClick={() => replace(index, undefined)}>
            <X />
          </IconButton>
        </div>
      ))}
      <div>
        <Button small icon={<Plus aria-hidden />} onClick={() => onChange([...keys, { path: [], descending: false }])}>
          Sort key
        </Button>
      </div>
    </div>
  );
}
