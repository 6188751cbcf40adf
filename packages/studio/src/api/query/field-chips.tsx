interface FieldChipsProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Names to switch on and off. If no name is on, the request has all of these fields. */
export function FieldChips({ label, names, chosen, onChange }: FieldChipsProps) {
  const all = [...names, ...chosen.filter((name) => !names.includes(name))];
  return (
    <div className="chips" role="group" aria-label={label}>
      {all.map((name) => {
        const isChosen = chosen.includes(name);
        return (
          <button
            key={name}
            type="button"
            className="chip"
            aria-pressed={isChosen}
            onClick={() => onChange(isChosen ? chosen.filter((each) => each !== name) : [...chosen, name])}
          >
            {name}
          </button>
        );
      })}
    </div>
  );
}
