import { useState } from 'react';

interface JsonTreeProps {
  readonly value: unknown;
  readonly name?: string;
  /** How many levels are open at first. */
  readonly open?: number;
}

const MAX_SHOWN = 50;

/** JSON as a tree of parts to open and to close. */
export function JsonTree({ value, name, open = 3 }: JsonTreeProps) {
  if (typeof value !== 'object' || value === null) {
    return (
      <div className="json-line">
        <Name name={name} />
        <Leaf value={value} />
      </div>
    );
  }
  return <Branch value={value} name={name} open={open} />;
}

function Branch({
  value,
  name,
  open,
}: {
  readonly value: object;
  readonly name: string | undefined;
  readonly open: number;
}) {
  const [isOpen, setOpen] = useState(open > 0);
  const [shown, setShown] = useState(MAX_SHOWN);
  const entries = Object.entries(value);
  const isList = Array.isArray(value);
  if (entries.length === 0) {
    return (
      <div className="json-line">
        <Name name={name} />
        <span className="muted">{isList ? '[]' : '{}'}</span>
      </div>
    );
  }
  return (
    <details className="json-branch" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="json-line">
        <Name name={name} />
        <span className="muted">{isList ? `[${entries.length}]` : `{${entries.length}}`}</span>
        {isOpen ? null : <span className="json-preview truncate">{previewOf(value)}</span>}
      </summary>
      {isOpen ? (
        <div className="json-inside">
          {entries.slice(0, shown).map(([key, item]) => (
            <JsonTree key={key} name={key} value={item} open={open - 1} />
          ))}
          {entries.length > shown ? (
            <button type="button" className="link small" onClick={() => setShown(shown + MAX_SHOWN)}>
              {entries.length - shown} more
            </button>
          ) : null}
        </div>
      ) : null}
    </details>
  );
}

function Name({ name }: { readonly name: string | undefined }) {
  return name === undefined ? null : <span className="json-name">{name}: </span>;
}

function Leaf({ value }: { readonly value: unknown }) {
  const kind = value === null ? 'null' : typeof value;
  return <span className={`json-${kind}`}>{JSON.stringify(value)}</span>;
}

function previewOf(value: object): string {
  return JSON.stringify(value).slice(0, 120);
}
