/**
 * The pages of a list, one after the other, also while others write:
 * `for await (const { data, error } of pages((pagination) => client.articles.find({ pagination })))`. A failure is the
 * last of them.
 */
export async function* pages<
  T extends { meta?: { pagination: t.Pagination } | undefined; error?: ApiError | undefined },
>(find: (pagination: { after: string }) => Promise<T>): AsyncGenerator<T, void, undefined> {
  let after: string | null | undefined = '';
  while (typeof after === 'string') {
    const page: T = await find({ after });
    yield page;
    after = page.meta?.pagination.after;
  }
}
