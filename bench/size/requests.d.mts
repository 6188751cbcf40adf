export type Query = Readonly<Record<string, string | number>>;

/** The query of each read, by its name; it changes with `n`. */
export function requests(articles: number): Readonly<Record<string, (n: number) => Query>>;
export function pathOf(query: Query): string;
