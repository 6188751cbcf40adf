/** The numbers that a column of the type `integer` holds. */
export const INTEGER = { min: -(2 ** 31), max: 2 ** 31 - 1 };

export function isStorableInteger(number: number): boolean {
  return Number.isInteger(number) && number >= INTEGER.min && number <= INTEGER.max;
}
