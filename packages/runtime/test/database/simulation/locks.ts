/** The locks of documents, and the sessions that wait for them. A session has one at the most. */
export class Locks<Session> {
  readonly #holders = new Map<string, Session>();
  readonly #waiting = new Map<string, Session[]>();

  /** Whether a session has a lock from now on; otherwise it waits for it. */
  take(document: string, session: Session): boolean {
    const holder = this.#holders.get(document);
    if (holder === undefined || holder === session) {
      this.#holders.set(document, session);
      return true;
    }
    const waiting = this.#waiting.get(document) ?? [];
    this.#waiting.set(document, [...waiting.filter((one) => one !== session), session]);
    return false;
  }

  /** Releases the lock of a session; returns the session that may take it now. */
  release(session: Session): Session | undefined {
    for (const [document, holder] of this.#holders) {
      if (holder !== session) continue;
      this.#holders.delete(document);
      const [next, ...others] = this.#waiting.get(document) ?? [];
      this.#waiting.set(document, others);
      return next;
    }
    return undefined;
  }

  /** A session waits no longer. */
  leave(session: Session): void {
    for (const [document, waiting] of this.#waiting)
      this.#waiting.set(
        document,
        waiting.filter((one) => one !== session),
      );
  }
}
