import type { Sql } from 'postgres';

/** Builds the tables of a schema with the given number of articles, and then their indexes. */
export function load(sql: Sql, schema: Record<string, unknown>, articles: number): Promise<void>;
