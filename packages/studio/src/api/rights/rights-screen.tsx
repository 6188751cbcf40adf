import '../api.css';
import './rights.css';

import { Check, Minus, Rows3 } from '../../design/icons.js';
import { useState } from 'react';
import { Link } from 'wouter';

import { Button } from '../../design/button.js';
import { Dialog } from '../../design/dialog.js';
import { SearchInput } from '../../design/search-input.js';
import { CodeBlock, Method } from '../code-block.js';
import { type MatrixReach, type RightsMatrix, useRights } from '../console.js';

type Row = RightsMatrix['endpoints'][number];

/** The roles and the endpoints that they reach. */
export default function RightsScreen() {
  const { roles, endpoints, surface } = useRights();
  const [text, setText] = useState('');
  const [shown, setShown] = useState<{ readonly role: string; readonly type: string }>();
  const wanted = text.trim().toLowerCase();
  const found = endpoints.filter(({ path, type, action }) =>
    `${type} ${action} ${path}`.toLowerCase().includes(wanted),
  );
  const types = [...new Set(found.map(({ type }) => type))];
  return (
    <div className="screen">
      <div className="screen-bar">
        <h1>Rights</h1>
        <SearchInput isMain label="Search endpoints" value={text} onChange={setText} />
        <span className="grow" />
        <Legend />
      </div>
      <div className="rights-scroll" role="region" aria-label="Rights of each role" tabIndex={0}>
        <table className="rights">
          <thead>
            <tr>
              <th scope="col">Endpoint</th>
              {roles.map((role) => (
                <th scope="col" key={role}>
                  <Link href={`/api/reference?${new URLSearchParams({ role })}`}>{role}</Link>
                </th>
              ))}
              <th scope="col">full access</th>
            </tr>
          </thead>
          {types.map((type) => (
            <tbody key={type}>
              <tr className="rights-type">
                <th scope="rowgroup">{type}</th>
                {roles.map((role) => (
                  <td key={role}>
                    <Button
                      small
                      variant="quiet"
                      aria-label={`Fields of ${type} for ${role}`}
                      onClick={() => setShown({ role, type })}
                    >
                      fields
                    </Button>
                  </td>
                ))}
                <td />
              </tr>
              {found
                .filter((row) => row.type === type)
                .map((row) => (
                  <Endpoint key={row.id} row={row} roles={roles} />
                ))}
            </tbody>
          ))}
        </table>
        {found.length === 0 ? <p className="nav-none">No endpoint matches “{text}”.</p> : null}
      </div>
      {shown === undefined ? null : (
        <Dialog wide title={`${shown.role}: ${shown.type}`} onClose={() => setShown(undefined)}>
          <Surface surface={surface} {...shown} />
        </Dialog>
      )}
    </div>
  );
}

function Endpoint({ row, roles }: { readonly row: Row; readonly roles: readonly string[] }) {
  return (
    <tr>
      <th scope="row">
        <span className="rights-endpoint">
          <Method method={row.method} />
          <Link href={`/api/reference?${new URLSearchParams({ endpoint: row.id })}`}>{row.path}</Link>
        </span>
      </th>
      {roles.map((role) => (
        <td key={role}>
          <Mark reach={row.reach[role] ?? 'no'} />
        </td>
      ))}
      <td>
        <Mark reach="yes" />
      </td>
    </tr>
  );
}

const marks = {
  yes: { icon: <Check aria-hidden />, text: 'yes' },
  rows: { icon: <Rows3 aria-hidden />, text: 'some rows' },
  no: { icon: <Minus aria-hidden />, text: 'no' },
} as const;

function Mark({ reach }: { readonly reach: MatrixReach }) {
  const { icon, text } = marks[reach];
  return (
    <span className={`mark mark-${reach}`} title={text}>
      {icon}
      <span className="sr-only">{text}</span>
    </span>
  );
}

function Legend() {
  return (
    <ul className="rights-legend small muted">
      {(['yes', 'rows', 'no'] as const).map((reach) => (
        <li className="row" key={reach}>
          <span className={`mark mark-${reach}`}>{marks[reach].icon}</span>
          {marks[reach].text}
        </li>
      ))}
    </ul>
  );
}

/** The lines of `surface.lock.json` about a role and a type. */
function Surface({
  surface,
  role,
  type,
}: {
  readonly surface: RightsMatrix['surface'];
  readonly role: string;
  readonly type: string;
}) {
  const rights = partOf(partOf(surface.roles, role), type);
  if (rights === undefined)
    return (
      <p>
        The role {role} has no rights to {type}. Everything is denied unless the config allows it.
      </p>
    );
  return (
    <div className="stack-small">
      <p className="muted small">From surface.lock.json, which shows every right in a pull request.</p>
      <CodeBlock label="The rights" text={JSON.stringify(rights, null, 2)} />
    </div>
  );
}

function partOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;
}
