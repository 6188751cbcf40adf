import type { QueryClient } from '@tanstack/react-query';

/**
 * Repeats the queries that the server refused while the session had ended. A query with data keeps the data meanwhile,
 * because a query that starts anew takes its screen away, and with the screen the words that were typed into its forms.
 */
export async function askAgain(client: QueryClient): Promise<void> {
  await Promise.all([
    client.resetQueries({ predicate: ({ state }) => state.status === 'error' && state.data === undefined }),
    client.invalidateQueries({ predicate: ({ state }) => state.status === 'error' && state.data !== undefined }),
  ]);
}
