/** A value that its first use makes. A failure is forgotten, so that the next use tries again. */
export class Lazy<T> {
  #value: Promise<T> | undefined;

  get(make: () => Promise<T>): Promise<T> {
    if (this.#value !== undefined) return this.#value;
    const value = make();
    this.#value = value;
    value.catch(() => (this.#value = undefined));
    return value;
  }
}
