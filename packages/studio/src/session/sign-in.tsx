import { type InputHTMLAttributes, type ReactNode, useState } from 'react';

import { messageOf } from '../failure.js';
import { Button } from '../design/button.js';
import { Dialog } from '../design/dialog.js';
import { Field, Input } from '../design/field.js';
import { setup } from '../setup.js';

import { enter, session, signIn } from './session.js';
import { askToSignOut } from './sign-out.js';

/** The page for a user without a session. */
export function SignIn({ reason }: { readonly reason: string | undefined }) {
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
        <SignInForm />
      </div>
    </main>
  );
}

/** A session ended in the middle of work: the screen with its forms stays, below the dialog. */
export function SignInAgain({ reason }: { readonly reason: string }) {
  const foot = (
    <Button variant="quiet" onClick={() => void askToSignOut()}>
      Sign out
    </Button>
  );
  return (
    <Dialog title="Sign in again" foot={foot}>
      <div className="stack">
        <p role="status">{reason} Your unsaved changes stay as they are.</p>
        <SignInForm />
      </div>
    </Dialog>
  );
}

function SignInForm() {
  const [withToken, setWithToken] = useState(!setup.users || session().state === 'token');
  return (
    <>
      {withToken ? <TokenForm /> : <UserForm />}
      {setup.users ? (
        <Button variant="quiet" onClick={() => setWithToken(!withToken)}>
          {withToken ? 'Sign in with a user' : 'Use an API token'}
        </Button>
      ) : (
        <NoUsers />
      )}
    </>
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
    <EntryForm label={busy ? 'Signing in…' : 'Sign in'} disabled={busy} onSubmit={() => void submit()}>
      <Entry label="Email or username" autoFocus autoComplete="username" value={identifier} onValue={setIdentifier} />
      <Entry
        label="Password"
        error={error}
        type="password"
        autoComplete="current-password"
        value={password}
        onValue={setPassword}
      />
    </EntryForm>
  );
}

function TokenForm() {
  const [secret, setSecret] = useState('');
  const hint = setup.development
    ? '“content-gen serve” prints a token, and a link that signs you in.'
    : '“content-gen token create” makes one.';
  return (
    <EntryForm label="Continue" onSubmit={() => enter({ state: 'token', secret: secret.trim() })}>
      <Entry label="API token" hint={hint} type="password" autoComplete="off" value={secret} onValue={setSecret} />
    </EntryForm>
  );
}

interface EntryFormProps {
  /** The name of the button. */
  readonly label: string;
  readonly disabled?: boolean;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

function EntryForm({ label, disabled = false, onSubmit, children }: EntryFormProps) {
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <Button type="submit" variant="primary" disabled={disabled}>
        {label}
      </Button>
    </form>
  );
}

interface EntryProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly onValue: (value: string) => void;
}

function Entry({ label, hint, error, onValue, ...rest }: EntryProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <Input {...control} {...rest} required onChange={(event) => onValue(event.target.value)} />}
    </Field>
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
