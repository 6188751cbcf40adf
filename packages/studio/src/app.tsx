import { QueryClientProvider } from '@tanstack/react-query';
import { Router } from 'wouter';

import { queryClient } from './data/query-client.js';
import { Confirmations } from './design/confirm.js';
import { Toasts } from './design/toast.js';
import { useSession } from './session/session.js';
import { SignIn } from './session/sign-in.js';
import { basePath } from './setup.js';
import { leaveBy } from './shell/leaving.js';
import { Shell } from './shell/shell.js';

export function App() {
  const session = useSession();
  return (
    <QueryClientProvider client={queryClient}>
      <Router base={basePath} aroundNav={(navigate, to, options) => void leaveBy(() => navigate(to, options))}>
        {session.state === 'out' ? <SignIn /> : <Shell />}
      </Router>
      <Toasts />
      <Confirmations />
    </QueryClientProvider>
  );
}
