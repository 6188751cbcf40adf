import '../api.css';
import './pending.css';

import { CircleAlert, CircleCheck, RotateCw } from '../../design/icons.js';
import type { ReactNode } from 'react';

import { Badge, type Tone } from '../../design/badge.js';
import { Button } from '../../design/button.js';
import { ErrorState, Loading } from '../../design/states.js';
import { CodeBlock } from '../code-block.js';
import { type Pending, usePending } from '../console.js';
import { counted } from '../../design/counted.js';

/** Schema changes and generated files that the project still needs. */
export default function PendingScreen() {
  const { data, error, isFetching, refetch } = usePending();
  return (
    <div className="screen">
      <div className="screen-bar">
        <h1>Pending</h1>
        <span className="grow" />
        <Button icon={<RotateCw aria-hidden />} disabled={isFetching} onClick={() => void refetch()}>
          {isFetching ? 'Checking…' : 'Check again'}
        </Button>
      </div>
      {error === null ? null : <ErrorState error={error} />}
      {data === undefined ? (
        error === null ? (
          <Loading label="Comparing definitions, files and database" />
        ) : null
      ) : (
        <Work pending={data} />
      )}
    </div>
  );
}

function Work({ pending: { diagnostics, files, migration, database } }: { readonly pending: Pending }) {
  const differences = [...database.missing, ...database.drift];
  const isMigrated = migration.statements.length === 0 && migration.problem === undefined;
  return (
    <div className="screen-body">
      <ul className="checks">
        <CheckCard
          title="Definitions and config"
          isDone={diagnostics.length === 0}
          text={diagnostics.length === 0 ? 'They have no errors.' : counted(diagnostics.length, 'error')}
        />
        <CheckCard
          title="Generated files"
          isDone={files.length === 0}
          text={files.length === 0 ? 'They match the definitions.' : `${counted(files.length, 'file')} out of date`}
        />
        <CheckCard
          title="Database of serve"
          isDone={differences.length === 0}
          text={differences.length === 0 ? 'It matches the definitions.' : counted(differences.length, 'difference')}
        />
        <CheckCard
          title="Migrations"
          isDone={isMigrated}
          text={
            isMigrated
              ? 'They match the definitions.'
              : migration.problem === undefined
                ? counted(migration.statements.length, 'statement')
                : 'They have a problem.'
          }
        />
      </ul>
      {diagnostics.length === 0 ? null : <Diagnostics diagnostics={diagnostics} />}
      {files.length === 0 ? null : <OutdatedFiles files={files} />}
      {differences.length === 0 ? null : <Differences differences={differences} />}
      {isMigrated ? null : <NextMigration migration={migration} />}
    </div>
  );
}

function Diagnostics({ diagnostics }: Pick<Pending, 'diagnostics'>) {
  return (
    <Section title="Definitions and config">
      <ul className="stack-small">
        {diagnostics.map(({ code, span, path, message, hint }) => (
          <li className="note note-danger" key={`${code} ${span.file} ${span.line} ${path ?? ''}`}>
            <p>
              <code>
                {span.file}:{span.line}:{span.column}
              </code>{' '}
              {code} {message}
            </p>
            {hint === undefined ? null : <p>{hint}</p>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function OutdatedFiles({ files }: Pick<Pending, 'files'>) {
  return (
    <Section title="Generated files">
      <p className="screen-text">
        “content-gen generate” writes these files. A file that was edited by hand is only replaced with --force.
      </p>
      {files.map(({ path, action, diff }) => (
        <details className="card card-padded" key={path}>
          <summary className="row">
            <Badge tone={action === 'delete' ? 'danger' : 'accent'}>{action}</Badge>
            <code>{path}</code>
          </summary>
          <Diff text={diff} />
        </details>
      ))}
    </Section>
  );
}

function Differences({ differences }: { readonly differences: readonly string[] }) {
  return (
    <Section title="Database of serve">
      <p className="screen-text">The database that answers now lacks these changes, or has changes of its own.</p>
      {differences.map((line) => (
        <CodeBlock key={line} label="A difference" text={line} />
      ))}
    </Section>
  );
}

function NextMigration({ migration: { problem, after, statements } }: Pick<Pending, 'migration'>) {
  return (
    <Section title="Next migration">
      {problem === undefined ? null : <p className="note note-danger">{problem}</p>}
      <p className="screen-text">
        “content-gen migrate create” writes these statements
        {after.length === 0 ? ', the first migration of this project' : ` after ${after.join(' and ')}`}. The database
        of serve may have them already.
      </p>
      <ol className="card statements">
        {statements.map((statement) => (
          <li key={statement.sql}>
            <StatementRow statement={statement} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

type Statement = Pending['migration']['statements'][number];

/** A statement on one line, which opens. A statement that needs care is open from the start. */
function StatementRow({ statement: { sql, effect, reason } }: { readonly statement: Statement }) {
  return (
    <details open={effect !== 'safe'}>
      <summary className="statement">
        <Badge tone={tones[effect]}>{effect}</Badge>
        <span className="statement-reason">{reason}</span>
        <code className="muted small truncate">{firstLine(sql)}</code>
      </summary>
      <CodeBlock label={reason} text={sql} />
    </details>
  );
}

function firstLine(sql: string): string {
  return sql.split('\n', 1)[0]?.replace(/\s*\($/, '') ?? '';
}

const tones: Readonly<Record<Pending['migration']['statements'][number]['effect'], Tone>> = {
  safe: 'good',
  locks: 'warn',
  rewrites: 'warn',
  'loses data': 'danger',
};

interface CheckCardProps {
  readonly title: string;
  readonly isDone: boolean;
  readonly text: string;
}

/** A check, and whether this check found work. */
function CheckCard({ title, isDone, text }: CheckCardProps) {
  return (
    <li className={`card check ${isDone ? 'check-done' : 'check-open'}`}>
      {isDone ? <CircleCheck aria-hidden /> : <CircleAlert aria-hidden />}
      <p className="check-title">{title}</p>
      <p className="small">{text}</p>
    </li>
  );
}

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** The work of a check. */
function Section({ title, children }: SectionProps) {
  return (
    <section className="stack-small">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Diff({ text }: { readonly text: string }) {
  return (
    <pre className="diff" tabIndex={0} aria-label="The difference">
      {text.split('\n').map((line, index) => (
        // Lines of a diff never change their places.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index} className={line.startsWith('+') ? 'diff-new' : line.startsWith('-') ? 'diff-old' : ''}>
          {`${line}\n`}
        </span>
      ))}
    </pre>
  );
}
