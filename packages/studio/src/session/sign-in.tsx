import { useState } from 'react';

import { messageOf } from '../data/failure.js';
import { Button } from '../design/button.js';
import { Field, Input } from '../design/field.js';
import { setup } from '../setup.js';
import { setSession, signIn, useSession } from './session.js';

export function SignIn() {
  const session = useSession();
  const reason = session.state === 'out' ? session.reason : undefined;
  const [withToken, setWithToken] = useState(!setup.users);
  return (
    <main className="sign-in">
      <div className="sign-in-card card">
        <img src="./icon.svg" alt="" width="40" height="40" />
        <h1>Sign in to the studio</h1>
        {reason === undefined ? null : (
          <p className="note note-warn" role="status">
            {reason}
          </p>
        )}
        {withToken ? <TokenForm /> : <UserForm />}
        {setup.users ? (
          <Button variant="quiet" onClick={() => setWithToken(!withToken)}>
            {withToken ? 'Sign in with a user' : 'Use an API token'}
          </Button>
        ) : (
          <NoUsers />
        )}
      </div>
    </main>
  );
}

function UserForm() {
  const [identifier, setIdentifier] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await signIn(identifier, password);
    } catch (caught) {
      setError(messageOf(caught));
      setBusy(false);
    }
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field label="Email or username">
        {(control) => (
          <Input
            {...control}
            autoFocus
            autoComplete="username"
            required
            value={identifier}
            onChange={(event) => setIdentifier(event.target.value)}
          />
        )}
      </Field>
      <Field label="Password" error={error}>
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" disabled={busy}>
        {busy ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  );
}

function TokenForm() {
  const [secret, setSecret] = useState('');
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        setSession({ state: 'token', secret: secret.trim() });
      }}
    >
      <Field
        label="API token"
        hint={
          setup.development
            ? '“content-gen serve” prints a token, and a link that signs you in.'
            : '“content-gen token create” makes one.'
        }
      >
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="off"
            required
            value={secret}
            onChange={(event) => setSecret(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary">
        Continue
      </Button>
    </form>
  );
}

/** A project without users can be edited with tokens alone. */
function NoUsers() {
  return (
    <div className="note">
      <p>
        This project has no users. To let editors sign in, give the role <code>public</code> the permission{' '}
        <code>auth: ['callback', 'refresh']</code> and a role of your editors the types they edit, then generate again.
        Until then, the studio works with an API token.
      </p>
    </div>
  );
}
