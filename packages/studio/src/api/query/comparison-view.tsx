import { Loading } from '../../design/states.js';
import { roleName, useOutcome } from '../console.js';
import { compareAnswers } from './compare-answers.js';
import { Summary, parsedBody } from './outcome-view.js';

interface ComparisonProps {
  readonly request: string;
  readonly left: string;
  readonly right: string;
}

/** What two roles get for the same request. */
export function ComparisonView({ request, left, right }: ComparisonProps) {
  const one = useOutcome(request, left).data;
  const other = useOutcome(request, right).data;
  if (one === undefined || other === undefined) return <Loading label="Comparing" />;
  const differences = compareAnswers(parsedBody(one.body), parsedBody(other.body));
  const names = {
    'only left': `only ${roleName(left)}`,
    'only right': `only ${roleName(right)}`,
    different: 'different',
  };
  return (
    <section className="card card-padded stack-small" aria-label="Comparison">
      <div className="comparison-heads">
        <Summary outcome={one} role={left} />
        <Summary outcome={other} role={right} />
      </div>
      {differences.length === 0 ? (
        <p>Both get the same answer.</p>
      ) : (
        <div className="scroll-x comparison-list" tabIndex={0} role="region" aria-label="Differences">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Place in the answer</th>
                <th scope="col">Who gets it</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ path, kind }) => (
                <tr key={`${path} ${kind}`}>
                  <td>
                    <code>{path}</code>
                  </td>
                  <td>{names[kind]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
