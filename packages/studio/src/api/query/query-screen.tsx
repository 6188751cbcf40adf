import '../api.css';
import './query.css';

import { useQueryClient } from '@tanstack/react-query';
import { Link2, Play } from '../../design/icons.js';
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';

import { Button, IconButton } from '../../design/button.js';
import { EmptyState } from '../../design/states.js';
import { useShortcut } from '../../design/shortcuts.js';
import { holdersOf, useAtPath } from '../attribute-uses.js';
import { CodeBlock, Method } from '../code-block.js';
import { type DescribedModel, useModel } from '../console.js';
import { copy } from '../copy.js';
import { FULL, RoleSelect } from '../role-select.js';
import { Builder } from './builder.js';
import { ComparisonView } from './comparison-view.js';
import { Outcome } from './outcome-view.js';
import { type RequestState, firstRequest, parseRequest, requestOf } from './request-state.js';
import { clientCall, curlCommand } from './request-texts.js';

/** Builds a read, runs it as a role, and explains it. The whole query is in the address. */
export default function QueryScreen() {
  const model = useModel();
  const { request, change, role, compare, set } = useRequest(model);
  const client = useQueryClient();
  const run = () => void client.invalidateQueries({ queryKey: ['console', 'query'] });
  useShortcut('mod+enter', run);
  const text = request === undefined ? '' : requestOf(request);
  const settled = useSettled(text);
  if (request === undefined)
    return <EmptyState title="No content types yet">Describe one in a file of the folder “content”.</EmptyState>;
  return (
    <div className="screen query-screen">
      <div className="screen-bar">
        <h1 className="sr-only">Query</h1>
        <AddressBar key={text} text={text} model={model} onChange={change} />
        <RoleSelect label="as" roles={model.roles} value={role} onChange={(next) => set({ role: next })} />
        <RoleSelect
          label="compare with"
          roles={model.roles}
          none="nobody"
          value={compare}
          onChange={(next) => set({ compare: next })}
        />
        <Button variant="primary" icon={<Play aria-hidden />} title="Ctrl Enter" onClick={run}>
          Run
        </Button>
        <IconButton label="Copy a link to this query" onClick={() => void copy(location.href)}>
          <Link2 />
        </IconButton>
      </div>
      <div className="query-body">
        <Builder model={model} request={request} onChange={change} />
        <div className="query-results">
          {compare === '' ? null : (
            <ComparisonView request={settled} left={role} right={compare === FULL ? '' : compare} />
          )}
          <Outcome
            request={settled}
            role={role}
            more={[{ id: 'code', label: 'Code', content: <Code model={model} request={request} role={role} /> }]}
          />
        </div>
      </div>
    </div>
  );
}

/** The request of the address. Conditions that are not complete yet live here alone. */
function useRequest(model: DescribedModel) {
  const [parameters, setParameters] = useSearchParams();
  const written = parameters.get('request') ?? '';
  const fromAddress = useMemo(() => parseRequest(written, model) ?? firstRequest(model), [written, model]);
  const [draft, setDraft] = useState(fromAddress);
  // Another address, such as that of a link, replaces the draft; the address of the draft itself does not.
  const isOwn = draft !== undefined && written !== '' && requestOf(draft) === written;
  const request = isOwn ? draft : fromAddress;
  const set = (next: Readonly<Record<string, string>>) =>
    setParameters(
      (old) => {
        const all = new URLSearchParams(old);
        for (const [key, value] of Object.entries(next)) {
          if (value === '') all.delete(key);
          else all.set(key, value);
        }
        return all;
      },
      { replace: true },
    );
  const change = (next: RequestState) => {
    setDraft(next);
    set({ request: requestOf(next) });
  };
  return { request, change, role: parameters.get('role') ?? '', compare: parameters.get('compare') ?? '', set };
}

const SETTLE_MS = 300;

/** The text, as soon as the user pauses, because a request for each key would be too many. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

interface AddressBarProps {
  readonly text: string;
  readonly model: DescribedModel;
  readonly onChange: (request: RequestState) => void;
}

/** The request as text. A pasted address becomes the state of the builder. */
function AddressBar({ text, model, onChange }: AddressBarProps) {
  const [written, setWritten] = useState(text);
  const [problem, setProblem] = useState('');
  const take = () => {
    if (written === text) return;
    const parsed = parseRequest(written, model);
    if (parsed === undefined) setProblem('No content type is at this path.');
    else onChange(parsed);
  };
  return (
    <form
      className="address grow"
      onSubmit={(event) => {
        event.preventDefault();
        take();
      }}
    >
      <Method method="GET" />
      <input
        className="input input-code"
        aria-label="Request"
        aria-invalid={problem !== ''}
        spellCheck={false}
        value={written}
        onChange={(event) => {
          setWritten(event.target.value);
          setProblem('');
        }}
        onBlur={take}
      />
      {problem === '' ? null : (
        <span className="field-error" role="alert">
          {problem}
        </span>
      )}
    </form>
  );
}

function Code({
  model,
  request,
  role,
}: {
  readonly model: DescribedModel;
  readonly request: RequestState;
  readonly role: string;
}) {
  const { type, documentId, query } = request;
  const holders = useMemo(() => holdersOf(model), [model]);
  const path = requestOf(request);
  return (
    <div className="stack-small">
      <h3>Address</h3>
      <CodeBlock label="The address" text={location.origin + path} />
      <h3>curl</h3>
      <CodeBlock label="The command" text={curlCommand(location.origin, path, role === 'public')} />
      <h3>Typed client</h3>
      <CodeBlock
        label="The call"
        text={clientCall(type, documentId, query, (at) => useAtPath(holders, type.name, at)?.scalar)}
      />
    </div>
  );
}
