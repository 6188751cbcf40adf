import '../api.css';
import './reference.css';

import { Fragment, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'wouter';

import { SearchInput } from '../../design/search-input.js';
import { EmptyState } from '../../design/states.js';
import { Method } from '../code-block.js';
import { useModel, useReference } from '../console.js';
import { RoleSelect } from '../role-select.js';
import { EndpointView } from './endpoint-view.js';
import { type Endpoint, endpointsOf } from './openapi.js';

/** Every endpoint of the API, or those of a role. */
export default function ReferenceScreen() {
  const { roles } = useModel();
  const [parameters, setParameters] = useSearchParams();
  const role = parameters.get('role') ?? '';
  const document = useReference(role);
  const endpoints = useMemo(() => endpointsOf(document), [document]);
  const shown = endpoints.find(({ id }) => id === parameters.get('endpoint')) ?? endpoints[0];
  return (
    <div className="screen">
      <div className="screen-bar">
        <h1>Reference</h1>
        <RoleSelect
          label="endpoints of"
          roles={roles}
          value={role}
          onChange={(next) => setParameters(next === '' ? {} : { role: next })}
        />
      </div>
      <div className="reference-body">
        <Endpoints endpoints={endpoints} shown={shown} role={role} />
        {shown === undefined ? (
          <EmptyState title="No endpoints">This role reaches nothing. Permissions are in the config.</EmptyState>
        ) : (
          <EndpointView key={`${shown.id} ${role}`} document={document} endpoint={shown} role={role} />
        )}
      </div>
    </div>
  );
}

interface EndpointsProps {
  readonly endpoints: readonly Endpoint[];
  readonly shown: Endpoint | undefined;
  readonly role: string;
}

function Endpoints({ endpoints, shown, role }: EndpointsProps) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const found = endpoints.filter(({ id, path, method }) => `${id} ${method} ${path}`.toLowerCase().includes(wanted));
  const tags = [...new Set(found.map(({ tag }) => tag))];
  return (
    <nav className="reference-list" aria-label="Endpoints">
      <SearchInput isMain label="Search endpoints" value={text} onChange={setText} />
      {tags.map((tag) => (
        <section className="nav-group" key={tag}>
          <h2 className="nav-title">{tag}</h2>
          <ul>
            {found
              .filter((endpoint) => endpoint.tag === tag)
              .map(({ id, method, path }) => (
                <li key={id}>
                  <Link
                    className="nav-item"
                    href={linkTo(id, role)}
                    aria-current={id === shown?.id ? 'page' : undefined}
                  >
                    <Method method={method} />
                    <span className="reference-path">
                      <Path path={path} />
                    </span>
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      ))}
      {found.length === 0 ? <p className="nav-none">No endpoint matches “{text}”.</p> : null}
    </nav>
  );
}

function linkTo(endpoint: string, role: string): string {
  return `/api/reference?${new URLSearchParams({ endpoint, ...(role === '' ? {} : { role }) })}`;
}

/** A path that breaks before a slash if it is too long for its line. */
function Path({ path }: { readonly path: string }) {
  return path.split(/(?=\/)/).map((part, index) => (
    // The parts of a path never change their places.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      <wbr />
      {part}
    </Fragment>
  ));
}
