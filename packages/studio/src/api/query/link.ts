/** A link that opens a request in the query builder: `/api/articles?sort=title` as the role `public`. */
export function queryLink(request: string, role: string, compare?: string): string {
  const parameters = new URLSearchParams({ request });
  if (role !== '') parameters.set('role', role);
  if (compare !== undefined) parameters.set('compare', compare);
  return `/api/query?${parameters}`;
}
