import { QueryClientProvider } from '@tanstack/react-query';
import { Router } from 'wouter';

import { queryClient } from './session/query-client.js';
import { Confirmations } from './design/confirm.js';
import { Toasts } from './design/toast.js';
import { isDescribed } from './data/description.js';
import { Loading } from './design/states.js';
import { isEntered, useSession } from './session/session.js';
import { SignIn, SignInAgain } from './session/sign-in.js';
import { basePath } from './setup.js';
import { leaveBy } from './design/leaving.js';
import { Shell } from './shell/shell.js';

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <Router base={basePath} aroundNav={(navigate, to, options) => void leaveBy(() => navigate(to, options))}>
        <Entrance />
      </Router>
      <Toasts />
      <Confirmations />
    </QueryClientProvider>
  );
}

function Entrance() {
  const session = useSession();
  if (session.state === 'starting') return <Loading label="Loading the studio" />;
  const reason = isEntered(session) ? session.ended : session.reason;
  // Until the description is loaded, the studio shows no form that must stay behind a dialog.
  if (!isEntered(session) || (reason !== undefined && !isDescribed())) return <SignIn reason={reason} />;
  return (
    <>
      <Shell />
      {reason === undefined ? null : <SignInAgain reason={reason} />}
    </>
  );
}
