import { Badge } from '../../design/badge.js';
import { ErrorState, Loading } from '../../design/states.js';
import { type Tab, Tabs } from '../../design/tabs.js';
import { CodeBlock } from '../code-block.js';
import { type QueryOutcome, roleName, useOutcome } from '../console.js';
import { JsonTree } from './json-tree.js';
import { PlanView } from './plan-view.js';
import { counted } from '../../design/counted.js';

interface OutcomeProps {
  readonly request: string;
  readonly role: string;
  /** Tabs of the screen itself, shown last. */
  readonly more?: readonly Tab[];
}

/** The answer to a request as one role, and how it came about. */
export function Outcome({ request, role, more = [] }: OutcomeProps) {
  const { data, error, isFetching, refetch } = useOutcome(request, role);
  if (error !== null && !isFetching) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading label="Running the query" />;
  return (
    <section
      className={`outcome ${isFetching ? 'outcome-old' : ''}`}
      aria-label={`Answer as ${roleName(role)}`}
      aria-busy={isFetching}
    >
      <Summary outcome={data} role={role} />
      <Tabs label="Parts of the outcome" tabs={[...tabsOf(data), ...more]} />
    </section>
  );
}

export function Summary({ outcome, role }: { readonly outcome: QueryOutcome; readonly role: string }) {
  const { status, ms, statements, body } = outcome;
  const count = countOf(body);
  return (
    <div className="row row-wrap outcome-summary">
      <Badge tone={status < 300 ? 'good' : 'danger'}>{status}</Badge>
      <span className="number">
        <strong>{ms.toFixed(1)}</strong> ms
      </span>
      <span className="muted number">{counted(statements.length, 'statement')}</span>
      {count === undefined ? null : <span className="muted number">{count}</span>}
      <span className="muted number">{size(body.length)}</span>
      <span className="muted">as {roleName(role)}</span>
    </div>
  );
}

function tabsOf(outcome: QueryOutcome): readonly Tab[] {
  const { body, statements, explained } = outcome;
  const plan = explained?.plan;
  return [
    {
      id: 'answer',
      label: 'Answer',
      content: (
        <div className="json card card-padded">
          <JsonTree value={parsedBody(body)} />
        </div>
      ),
    },
    {
      id: 'raw',
      label: 'Raw',
      content: <CodeBlock label="The answer" text={JSON.stringify(parsedBody(body), null, 2)} />,
    },
    {
      id: 'plan',
      label: 'Plan',
      content:
        plan === undefined ? (
          <p className="muted">The API refuses the request before it asks the database.</p>
        ) : (
          <PlanView plan={plan} advice={explained?.advice ?? []} />
        ),
    },
    { id: 'statements', label: 'SQL', content: <Statements statements={statements} explained={explained} /> },
    { id: 'rights', label: 'Decisions', content: <Decisions explained={explained} /> },
  ];
}

interface Explained {
  readonly explained: QueryOutcome['explained'] | undefined;
}

function Statements({ statements, explained }: Pick<QueryOutcome, 'statements'> & Explained) {
  const sql = explained?.sql;
  const values = sql?.values.map((value, index) => `-- $${index + 1} = ${JSON.stringify(value)}`) ?? [];
  return (
    <div className="stack-small">
      <p className="small muted">
        {statements.length === 0
          ? 'No statement was sent.'
          : statements.map(({ ms }, index) => `Statement ${index + 1}: ${ms.toFixed(2)} ms`).join(', ')}
      </p>
      {sql === undefined ? null : <CodeBlock label="The statement" text={[sql.text, ...values].join('\n')} />}
    </div>
  );
}

function Decisions({ explained }: Explained) {
  const decisions = explained?.decisions ?? [];
  const refusal = explained?.refusal;
  return (
    <div className="stack-small">
      {refusal === undefined ? null : (
        <p className="note note-danger">{`${refusal.status} ${refusal.name}: ${refusal.message}`}</p>
      )}
      {decisions.length === 0 ? <p className="muted">Full access: no rule decides about this request.</p> : null}
      <ul className="decisions">
        {decisions.map(({ text, allowed, at }) => (
          <li key={text}>
            <Badge tone={allowed ? 'good' : 'danger'}>{allowed ? 'yes' : 'no'}</Badge>
            <span className="grow">{text}</span>
            {at === undefined ? null : <code className="muted small">{at}</code>}
          </li>
        ))}
      </ul>
    </div>
  );
}

export function parsedBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** `12 of 340` documents of a list. */
function countOf(body: string): string | undefined {
  const answer = parsedBody(body);
  if (typeof answer !== 'object' || answer === null || !('data' in answer) || !Array.isArray(answer.data))
    return undefined;
  const meta: { readonly pagination?: { readonly total?: number } } =
    'meta' in answer && typeof answer.meta === 'object' && answer.meta !== null ? answer.meta : {};
  const total = meta.pagination?.total;
  const shown = answer.data.length;
  return total === undefined ? counted(shown, 'document') : `${shown} of ${counted(total, 'document')}`;
}

function size(bytes: number): string {
  return bytes < 1_000 ? `${bytes} B` : `${(bytes / 1_000).toFixed(1)} kB`;
}
