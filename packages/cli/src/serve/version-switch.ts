import type { App } from '@content-gen/runtime/node';

import { type Problem, problemPage, wantsPage } from './problem-page.js';
import type { Version } from './app-version.js';

/** What the server talks to: always the same, while versions of the project come and go behind it. */
export interface Front extends App {
  current(): Version;
  /** New requests go to the next version; the old one ends with its last answer. */
  replace(next: Version): void;
  /** What keeps a newer version away, for browsers to show. */
  show(problem: Problem | undefined): void;
}

export function openFront(first: Version): Front {
  let current = occupy(first);
  let shown: Problem | undefined;
  return {
    fetch: (request, env) =>
      shown !== undefined && wantsPage(request) ? problemPage(shown) : current.answer(request, env),
    current: () => current.version,
    replace: (next) => {
      const old = current;
      current = occupy(next);
      shown = undefined;
      old.leave();
    },
    show: (problem) => void (shown = problem),
  };
}

/** A version with the number of its requests under way. */
function occupy(version: Version) {
  let underWay = 0;
  let leaving = false;
  const check = () => {
    if (leaving && underWay === 0) void version.close();
  };
  return {
    version,
    async answer(request: Request, env?: object): Promise<Response> {
      underWay++;
      try {
        return await version.app.fetch(request, env);
      } finally {
        underWay--;
        check();
      }
    },
    leave() {
      leaving = true;
      check();
    },
  };
}
