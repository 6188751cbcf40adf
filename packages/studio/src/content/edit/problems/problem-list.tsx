import { type Shape, placedText } from '../../form/problems/plain-problems.js';
import type { Problems } from '../../form/problems/problems.js';

interface ProblemListProps {
  readonly problems: Problems;
  readonly shape: Shape;
  /** Leads to the value at a path. */
  readonly onChoose: (path: string) => void;
}

/** All problems of a form; each of them leads to its field, also inside of a closed entry. */
export function ProblemList({ problems, shape, onChoose }: ProblemListProps) {
  return (
    <div className="note note-danger problems">
      <p role="alert">{problems.size === 1 ? 'One value has a problem.' : `${problems.size} values have problems.`}</p>
      <ul>
        {[...problems].map(([path, message]) => (
          <li key={path}>
            <button type="button" onClick={() => onChoose(path)}>
              {placedText(shape, path.split('.'), message)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
