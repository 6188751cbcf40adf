import { QueryClient } from '@tanstack/react-query';

import { Failure } from '../failure.js';

const MAX_RETRIES = 3;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // A refused request would be refused again; a lost connection may come back.
      retry: (count, error) => error instanceof Failure && error.kind === 'offline' && count < MAX_RETRIES,
    },
  },
});
