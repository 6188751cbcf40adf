import '../api.css';
import './pending.css';

import { CircleCheck, RotateCw } from '../../design/icons.js';
import type { ReactNode } from 'react';

import { Badge, type Tone } from '../../design/badge.js';
import { Button } from '../../design/button.js';
import { ErrorState, Loading } from '../../design/states.js';
import { CodeBlock } from '../code-block.js';
import { type Pending, usePending } from '../console.js';

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
  return (
    <div className="screen-body">
      <Section title="Definitions and config" done="They have no errors." isDone={diagnostics.length === 0}>
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
      <Section title="Generated files" done="They match the definitions." isDone={files.length === 0}>
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
      <Section
        title="Database of serve"
        done="It matches the definitions."
        isDone={database.missing.length + database.drift.length === 0}
      >
        <p className="screen-text">The database that answers now lacks these changes, or has changes of its own.</p>
        {[...database.missing, ...database.drift].map((line) => (
          <CodeBlock key={line} label="A difference" text={line} />
        ))}
      </Section>
      <Section
        title="Next migration"
        done="The migrations match the definitions."
        isDone={migration.statements.length === 0 && migration.problem === undefined}
      >
        {migration.problem === undefined ? null : <p className="note note-danger">{migration.problem}</p>}
        <p className="screen-text">
          “content-gen migrate create” writes these statements
          {migration.after.length === 0
            ? ', the first migration of this project'
            : ` after ${migration.after.join(' and ')}`}
          . The database of serve may have them already.
        </p>
        <ol className="stack-small">
          {migration.statements.map(({ sql, effect, reason }) => (
            <li className="card card-padded stack-small" key={sql}>
              <div className="row row-wrap">
                <Badge tone={tones[effect]}>{effect}</Badge>
                <span className="small">{reason}</span>
              </div>
              <CodeBlock label={reason} text={sql} />
            </li>
          ))}
        </ol>
      </Section>
    </div>
  );
}

const tones: Readonly<Record<Pending['migration']['statements'][number]['effect'], Tone>> = {
  safe: 'good',
  locks: 'warn',
  rewrites: 'warn',
  'loses data': 'danger',
};

interface SectionProps {
  readonly title: string;
  /** The text of a section without work. */
  readonly done: string;
  readonly isDone: boolean;
  readonly children: ReactNode;
}

function Section({ title, done, isDone, children }: SectionProps) {
  return (
    <section className="stack-small">
      <h2>{title}</h2>
      {isDone ? (
        <p className="done">
          <CircleCheck aria-hidden />
          {done}
        </p>
      ) : (
        children
      )}
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
