import type { Builder } from '../builder.js';

/** Counts the rows that the steps of a statement look at. No step begins when the count exceeds its budget. */
export class RunningCount {
  readonly #sql: Builder;
  readonly #tables: string[];
  #last: string | undefined;

  /** `tables`: the common table expressions of the statement, in their order. */
  constructor(sql: Builder, tables: string[]) {
    this.#sql = sql;
    this.#tables = tables;
  }

  /** Adds the rows of a step. */
  add(rows: string, from: string): void {
    const name = this.#sql.alias('n');
    const before = this.#last === undefined ? '' : ` + (select n from ${this.#last})`;
    this.#tables.push(`${name} as materialized (select ${rows}${before} as n from ${from})`);
    this.#last = name;
  }

  isOver(): string {
    return this.#last === undefined ? 'false' : `((select n from ${this.#last}) > ${this.#sql.maxSortedRows})`;
  }

  /** The condition of the next step. */
  gate(): string {
    return this.#last === undefined ? '' : ` where not ${this.isOver()}`;
  }
}
