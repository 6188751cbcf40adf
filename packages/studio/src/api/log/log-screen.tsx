import '../api.css';
import './log.css';

import { Braces, Pause, Play } from '../../design/icons.js';
import { useState } from 'react';
import { Link } from 'wouter';

import { Badge, type Tone } from '../../design/badge.js';
import { Button } from '../../design/button.js';
import { Select } from '../../design/field.js';
import { SearchInput } from '../../design/search-input.js';
import { EmptyState } from '../../design/states.js';
import { CodeBlock, Method } from '../code-block.js';
import { type DescribedModel, type LoggedRequest, useModel } from '../console.js';
import { queryLink } from '../query/link.js';
import { parseRequest } from '../query/request-state.js';
import { useLiveLog } from './live-log.js';
import { counted } from '../../design/counted.js';

/** The requests to the API, as they come in. */
export default function LogScreen() {
  const model = useModel();
  const [isPaused, setPaused] = useState(false);
  const [text, setText] = useState('');
  const [kind, setKind] = useState('all');
  const { entries, isConnected } = useLiveLog(isPaused);
  const found = entries.filter((entry) => fits(entry, text, kind));
  return (
    <div className="screen">
      <div className="screen-bar">
        <h1>Log</h1>
        <Badge tone={isPaused ? 'neutral' : isConnected ? 'good' : 'warn'}>
          {isPaused ? 'paused' : isConnected ? 'live' : 'connecting'}
        </Badge>
        <SearchInput isMain label="Search requests" value={text} onChange={setText} />
        <Select className="log-kind" aria-label="Show" value={kind} onChange={(event) => setKind(event.target.value)}>
          <option value="all">all</option>
          <option value="others">without the studio</option>
          <option value="failed">failed (4xx, 5xx)</option>
          <option value="slow">slow (over 50 ms)</option>
          <option value="writes">writes</option>
        </Select>
        <span className="grow" />
        <Button icon={isPaused ? <Play aria-hidden /> : <Pause aria-hidden />} onClick={() => setPaused(!isPaused)}>
          {isPaused ? 'Continue' : 'Pause'}
        </Button>
      </div>
      {found.length === 0 ? (
        <EmptyState title={entries.length === 0 ? 'No requests yet' : 'No request matches'}>
          {entries.length === 0
            ? 'Send one to the API, with the query of your front end or with curl. It appears here at once.'
            : 'Change the search or the filter.'}
        </EmptyState>
      ) : (
        <ol className="log">
          {found.map((entry) => (
            <Entry key={entry.id} entry={entry} model={model} />
          ))}
        </ol>
      )}
    </div>
  );
}

const SLOW_MS = 50;

function fits({ target, method, status, ms, isStudio }: LoggedRequest, text: string, kind: string): boolean {
  if (!`${method} ${target} ${status}`.toLowerCase().includes(text.trim().toLowerCase())) return false;
  if (kind === 'others') return !isStudio;
  if (kind === 'failed') return status >= 400;
  if (kind === 'slow') return ms > SLOW_MS;
  return kind !== 'writes' || !['GET', 'HEAD', 'OPTIONS'].includes(method);
}

function Entry({ entry, model }: { readonly entry: LoggedRequest; readonly model: DescribedModel }) {
  const { at, method, target, status, ms, caller, statements, isStudio } = entry;
  // A closed entry has no statements in the page, because there are hundreds of entries.
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="log-entry">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="log-line">
          <time className="muted small number" dateTime={at}>
            {at.slice(11, 23)}
          </time>
          <Method method={method} />
          <span className="log-target truncate">{shown(target)}</span>
          <Badge tone={toneOf(status)}>{status}</Badge>
          <span className={`number log-ms ${ms > SLOW_MS ? 'log-slow' : ''}`}>{ms.toFixed(1)} ms</span>
          <span className="muted small number log-count">{counted(statements.length, 'statement')}</span>
          <span className="muted small log-caller">{isStudio ? 'studio' : caller}</span>
        </summary>
        {isOpen ? <Inside entry={entry} model={model} /> : null}
      </details>
    </li>
  );
}

function Inside({ entry, model }: { readonly entry: LoggedRequest; readonly model: DescribedModel }) {
  const { method, target, caller, statements } = entry;
  const canOpen = method === 'GET' && parseRequest(target, model) !== undefined;
  return (
    <div className="log-inside">
      <code className="log-full">{shown(target)}</code>
      {canOpen ? (
        <div>
          <Link className="button button-small" href={queryLink(target, caller === 'public' ? 'public' : '')}>
            <Braces aria-hidden />
            Open in the query builder
          </Link>
        </div>
      ) : null}
      {statements.map((statement, index) => (
        // Statements of a request never change their places.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="stack-small">
          <p className="small muted number">
            Statement {index + 1}: {statement.ms.toFixed(2)} ms{statement.failed ? ', failed' : ''}
          </p>
          <CodeBlock label={`Statement ${index + 1}`} text={statement.text} />
        </div>
      ))}
    </div>
  );
}

function toneOf(status: number): Tone {
  if (status >= 500) return 'danger';
  return status >= 400 ? 'warn' : 'good';
}

/** Encoded brackets are hard to read. */
function shown(target: string): string {
  return target.replaceAll(/%5B/gi, '[').replaceAll(/%5D/gi, ']').replaceAll(/%24/g, '$');
}
