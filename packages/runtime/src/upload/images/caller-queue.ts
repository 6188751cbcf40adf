/**
 * Waiting jobs, by their callers. Callers take turns, so that the many jobs of one caller do not delay the job of
 * another caller.
 */
export class CallerQueue<Job extends { readonly caller: string }> {
  /** The caller whose turn is next comes first. */
  readonly #jobs = new Map<string, Job[]>();

  add(job: Job): void {
    const own = this.#jobs.get(job.caller);
    if (own === undefined) this.#jobs.set(job.caller, [job]);
    else own.push(job);
  }

  /** Takes the oldest job of the next caller that may have one. */
  take(isAllowed: (caller: string) => boolean): Job | undefined {
    for (const [caller, jobs] of this.#jobs) {
      if (!isAllowed(caller)) continue;
      const job = jobs.shift();
      this.#jobs.delete(caller);
      if (jobs.length > 0) this.#jobs.set(caller, jobs);
      return job;
    }
    return undefined;
  }

  /** Takes all jobs that meet a condition. */
  takeAll(isMeant: (job: Job) => boolean): readonly Job[] {
    const taken: Job[] = [];
    for (const [caller, jobs] of this.#jobs) {
      const kept = jobs.filter((job) => !isMeant(job));
      if (kept.length === jobs.length) continue;
      taken.push(...jobs.filter(isMeant));
      if (kept.length > 0) this.#jobs.set(caller, kept);
      else this.#jobs.delete(caller);
    }
    return taken;
  }
}
