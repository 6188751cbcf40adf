import type { Value } from '../database/database.js';
import { BoundedCache } from '../content/bounded-cache.js';
import type { Statement } from '../sql/select.js';

interface Known {
  readonly moment: string;
  readonly total: string;
}

/** Totals of lists, each with the moment it was counted at. The database says whether that moment is still the present. */
export class Totals {
  readonly #known = new BoundedCache<Known>(500);

  /** The values of a statement, with what is known of its total. */
  valuesOf({ values, counted }: Statement): readonly Value[] {
    if (counted === undefined) return values;
    const known = this.#known.get(counted.key);
    return known === undefined ? values : values.toSpliced(counted.place, 2, known.moment, known.total);
  }

  learn({ counted }: Statement, total: Buffer | null | undefined, moment: Buffer | null | undefined): void {
    if (counted === undefined || !total || !moment) return;
    this.#known.set(counted.key, { moment: moment.toString(), total: total.toString() });
  }
}
