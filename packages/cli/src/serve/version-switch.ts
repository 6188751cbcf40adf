import type { App } from '@content-gen/runtime/node';

import type { AppVersion } from './app-version.js';
import { type PageProblem, problemPage, wantsPage } from './problem-page.js';

/**
 * The app that the HTTP server calls. This app stays the same while versions of the project replace each other behind
 * it.
 */
export interface VersionSwitch extends App {
  current(): AppVersion;
  /** Sends new requests to the next version. The old version is closed after its last answer. */
  replace(next: AppVersion): void;
  /** Shows browsers the problem that keeps the next version from going live. */
  show(problem: PageProblem | undefined): void;
}

export function createVersionSwitch(first: AppVersion): VersionSwitch {
  let current = countRequests(first);
  let shown: PageProblem | undefined;
  return {
    fetch: (request, env) =>
      shown !== undefined && wantsPage(request) ? problemPage(shown) : current.answer(request, env),
    current: () => current.version,
    replace: (next) => {
      const old = current;
      current = countRequests(next);
      shown = undefined;
      old.closeWhenIdle();
    },
    show: (problem) => void (shown = problem),
  };
}

/** Counts the running requests of a version, because a version can only be closed when it answers no request. */
function countRequests(version: AppVersion) {
  let running = 0;
  let isReplaced = false;
  const closeIfIdle = () => {
    if (isReplaced && running === 0) void version.close();
  };
  return {
    version,
    async answer(request: Request, env?: object): Promise<Response> {
      running++;
      try {
        return await version.app.fetch(request, env);
      } finally {
        running--;
        closeIfIdle();
      }
    },
    closeWhenIdle() {
      isReplaced = true;
      closeIfIdle();
    },
  };
}
