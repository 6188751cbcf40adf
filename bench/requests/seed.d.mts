import type { Sql } from 'postgres';

export function seed(sql: Sql, articles?: number): Promise<void>;
