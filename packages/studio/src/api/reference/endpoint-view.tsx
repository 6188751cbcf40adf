import { Braces } from '../../design/icons.js';
import { useMemo } from 'react';
import { Link } from 'wouter';

import { Badge } from '../../design/badge.js';
import { CodeBlock, Method } from '../code-block.js';
import { type DescribedType, useExample, useModel } from '../console.js';
import { queryLink } from '../query/link.js';
import { parsedBody } from '../query/outcome-view.js';
import { exampleBody } from './example-body.js';
import { type Endpoint, type OpenApi, type Parameter, type Response, resolved, schemaOf } from './openapi.js';
import { schemaText } from './schema-text.js';

interface EndpointViewProps {
  readonly document: OpenApi;
  readonly endpoint: Endpoint;
  readonly role: string;
}

/** An endpoint: its parameters, its body, its answers and errors, with examples of the project's own data. */
export function EndpointView({ document, endpoint, role }: EndpointViewProps) {
  const { method, path, operation } = endpoint;
  const { types } = useModel();
  const type = types.find((each) => path === each.path || path.startsWith(`${each.path}/`));
  const first = useFirst(type, role);
  const request = type === undefined || method !== 'get' ? '' : requestFor(path, type, first?.['documentId']);
  const example = useExample(request, role).data;
  const parameters = (operation.parameters ?? []).flatMap((part) => resolved<Parameter>(document, part) ?? []);
  const input = schemaOf(operation.requestBody);
  const isOpen = (operation.security ?? []).some((each) => Object.keys(each).length === 0);
  return (
    <article className="endpoint">
      <header className="stack-small">
        <h2 className="row row-wrap">
          <Method method={method} />
          <code className="endpoint-path">{path}</code>
        </h2>
        <p>{operation.summary}</p>
        <div className="row row-wrap">
          <Badge tone={isOpen ? 'warn' : 'neutral'}>{isOpen ? 'open to everybody' : 'needs credentials'}</Badge>
          {request === '' ? null : (
            <Link className="button button-small" href={queryLink(request, role)}>
              <Braces aria-hidden />
              Open in the query builder
            </Link>
          )}
        </div>
      </header>
      <Parameters document={document} parameters={parameters} />
      <div className="stack">
        {input === undefined ? null : (
          <section className="stack-small">
            <h3>Body</h3>
            <CodeBlock
              label="An example of the body"
              text={JSON.stringify(exampleBody(document, input, first), null, 2)}
            />
            <details>
              <summary>Schema</summary>
              <CodeBlock label="The schema of the body" text={schemaText(document, input)} />
            </details>
          </section>
        )}
        <Answers document={document} responses={operation.responses} example={example} />
      </div>
    </article>
  );
}

/** The first document of a type that the role sees. */
function useFirst(type: DescribedType | undefined, role: string): Readonly<Record<string, unknown>> | undefined {
  const request =
    type === undefined ? '' : type.kind === 'singleType' ? type.path : `${type.path}?pagination[pageSize]=1`;
  const { data } = useExample(request, role);
  return useMemo(() => {
    const answer = data === undefined || data.status !== 200 ? undefined : parsedBody(data.body);
    const content: unknown = isRecord(answer) && 'data' in answer ? answer['data'] : answer;
    const one: unknown = Array.isArray(content) ? content[0] : content;
    return isRecord(one) ? one : undefined;
  }, [data]);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A request that shows a short answer. An endpoint of a single document needs the id of an existing document. */
function requestFor(path: string, type: DescribedType, documentId: unknown): string {
  if (path === type.path) return type.kind === 'singleType' ? path : `${path}?pagination[pageSize]=1`;
  if (path !== `${type.path}/{documentId}` || typeof documentId !== 'string') return '';
  return `${type.path}/${documentId}`;
}

function Parameters({
  document,
  parameters,
}: {
  readonly document: OpenApi;
  readonly parameters: readonly Parameter[];
}) {
  return (
    <section className="stack-small">
      <h3>Parameters</h3>
      {parameters.length === 0 ? <p className="muted">None.</p> : null}
      <dl className="parameters">
        {parameters.map(({ name, in: place, required, description, schema }) => (
          <div key={`${place} ${name}`}>
            <dt>
              <code>{name}</code> <span className="muted small">{place}</span>{' '}
              {required ? <Badge>required</Badge> : null}
            </dt>
            <dd>
              {description === undefined ? null : <p className="small">{description}</p>}
              {schema === undefined ? null : (
                <details>
                  <summary className="small">Schema</summary>
                  <CodeBlock label={`The schema of ${name}`} text={schemaText(document, schema)} />
                </details>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface AnswersProps {
  readonly document: OpenApi;
  readonly responses: Endpoint['operation']['responses'];
  readonly example: { readonly status: number; readonly body: string } | undefined;
}

/** Good answers with an example, then all errors as one list, because they look alike. */
function Answers({ document, responses, example }: AnswersProps) {
  const all = Object.entries(responses).map(([status, part]) => ({
    status,
    response: resolved<Response>(document, part),
  }));
  const errors = all.filter(({ status }) => isError(status));
  return (
    <>
      <section className="stack-small">
        <h3>Answers</h3>
        {all
          .filter(({ status }) => !isError(status))
          .map(({ status, response }) => (
            <Answer
              key={status}
              document={document}
              status={status}
              response={response}
              example={example !== undefined && String(example.status) === status ? example.body : undefined}
            />
          ))}
      </section>
      {errors.length === 0 ? null : (
        <section className="stack-small">
          <h3>Errors</h3>
          <div className="card errors">
            {errors.map(({ status, response }) => (
              <ErrorRow key={status} document={document} status={status} response={response} />
            ))}
          </div>
        </section>
      )}
    </>
  );
}

function isError(status: string): boolean {
  return status === 'default' || /^[45]/.test(status);
}

interface AnswerProps {
  readonly document: OpenApi;
  readonly status: string;
  readonly response: Response | undefined;
}

function Answer({ document, status, response, example }: AnswerProps & { readonly example: string | undefined }) {
  const schema = schemaOf(response);
  return (
    <div className="card card-padded stack-small">
      <div className="row">
        <Badge tone={status.startsWith('2') ? 'good' : 'neutral'}>{status}</Badge>
        <span>{response?.description}</span>
      </div>
      {example === undefined ? null : (
        <CodeBlock label="A real answer" text={JSON.stringify(parsedBody(example), null, 2)} />
      )}
      {schema === undefined ? null : (
        <details>
          <summary className="small">Schema</summary>
          <CodeBlock label={`The schema of ${status}`} text={schemaText(document, schema)} />
        </details>
      )}
    </div>
  );
}

function ErrorRow({ document, status, response }: AnswerProps) {
  const schema = schemaOf(response);
  const line = (
    <>
      <Badge tone="danger">{status}</Badge>
      <span className="small">{response?.description}</span>
    </>
  );
  if (schema === undefined) return <div className="row">{line}</div>;
  return (
    <details>
      <summary>{line}</summary>
      <CodeBlock label={`The schema of ${status}`} text={schemaText(document, schema)} />
    </details>
  );
}
