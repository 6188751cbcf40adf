import { Badge } from '../../design/badge.js';
import type { QueryOutcome } from '../console.js';

type Explained = NonNullable<QueryOutcome['explained']>;
type Plan = NonNullable<Explained['plan']>;

/** PostgreSQL's plan as a tree. The bar of a node is its own part of the time. */
export function PlanView({ plan, advice }: { readonly plan: Plan; readonly advice: Explained['advice'] }) {
  const { lines, planningMs, executionMs } = plan;
  const longest = Math.max(...lines.map(({ ms }) => ms), 0.001);
  return (
    <div className="stack-small">
      <p className="small muted number">
        Planned in {planningMs.toFixed(2)} ms, run in {executionMs.toFixed(2)} ms. Measured with EXPLAIN ANALYZE, which
        takes longer than the statement alone.
      </p>
      {advice.map(({ reason, sql, option }) => (
        <div className="note note-warn" key={sql}>
          <p>
            {reason}. Add an index to {option?.file ?? 'a migration'}:
          </p>
          <code>{option?.text ?? sql}</code>
        </div>
      ))}
      <ol className="plan" aria-label="The plan of PostgreSQL">
        {lines.map((line, index) => (
          // The lines of a plan never change their places.
          // oxlint-disable-next-line react/no-array-index-key
          <PlanLine key={index} line={line} part={line.ms / longest} />
        ))}
      </ol>
    </div>
  );
}

function PlanLine({ line, part }: { readonly line: Plan['lines'][number]; readonly part: number }) {
  const { depth, text, ms, rows, expectedRows, removedRows, loops, conditions, blocks, isSlowest } = line;
  const isMisjudged = Math.max(rows, expectedRows) > 100 && (rows > 10 * expectedRows || expectedRows > 10 * rows);
  return (
    <li className={`plan-line ${isSlowest ? 'plan-line-slowest' : ''}`} style={{ '--depth': Math.min(depth, 12) }}>
      <div className="plan-main">
        <span className="plan-text">{text}</span>
        {isSlowest ? <Badge tone="warn">slowest</Badge> : null}
        {isMisjudged ? <Badge>estimate is off</Badge> : null}
      </div>
      <div className="plan-facts small number">
        <span>{ms.toFixed(2)} ms</span>
        <span>
          {count(rows)} rows (expected {count(expectedRows)})
        </span>
        {removedRows === undefined ? null : <span>{count(removedRows)} removed by the filter</span>}
        {loops > 1 ? <span>{count(loops)} times</span> : null}
        {blocks.hit + blocks.read > 0 ? (
          <span>
            {count(blocks.hit)} blocks in memory, {count(blocks.read)} read
          </span>
        ) : null}
      </div>
      {conditions.map((condition) => (
        <code className="plan-condition small" key={condition}>
          {condition}
        </code>
      ))}
      <div className="plan-bar" aria-hidden>
        <div style={{ width: `${Math.max(1, Math.round(part * 100))}%` }} />
      </div>
    </li>
  );
}

function count(value: number): string {
  return new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(value);
}

declare module 'react' {
  // Custom properties carry numbers of a component into its style sheet.
  interface CSSProperties {
    readonly '--depth'?: number;
  }
}
