/** Requests of a page that a test holds back or answers itself. */
import type { Page, Route } from 'playwright-core';

export type Answer = (route: Route) => Promise<unknown>;

/**
 * Gives matching requests to `answer` until the result is called. Its handler stays: a browser that has just paused a
 * request when the interception of its page ends never sends it.
 */
export async function intercepted(page: Page, path: string | RegExp, answer: Answer): Promise<() => void> {
  let isOn = true;
  await page.route(path, (route) => (isOn ? answer(route) : route.fallback()));
  return () => {
    isOn = false;
  };
}

/** Holds matching requests back until the result is called; `method`: only its requests. */
export async function held(page: Page, path: string | RegExp, method?: string): Promise<() => void> {
  let goOn = () => {};
  const isFree = new Promise<void>((resolve) => (goOn = resolve));
  await page.route(path, async (route) => {
    if (method === undefined || route.request().method() === method) await isFree;
    await route.fallback();
  });
  return goOn;
}
