/** A real Chromium for tests of the studio. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import chromium from '@sparticuz/chromium';
import { type Browser, type Page, chromium as playwright } from 'playwright-core';
import { expect } from 'vitest';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Arguments for cloud functions: a browser of one process ends with its first page, and the other weakens it. */
const unwanted = ['--single-process', '--disable-web-security'];

export async function openBrowser(): Promise<Browser> {
  const args = chromium.args.filter((argument) => !unwanted.includes(argument));
  return playwright.launch({ executablePath: await chromium.executablePath(), args });
}

export interface Watched {
  readonly page: Page;
  /** Errors and warnings of the console, and errors that no code caught. */
  readonly complaints: readonly string[];
}

/** A page that notes what its console says. The browser itself notes answers such as 404, which the page expects. */
export async function openPage(browser: Browser, viewport = { width: 1280, height: 900 }): Promise<Watched> {
  // A context of its own has no session of another page.
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isExpected = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !isExpected) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, complaints };
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** Fails if axe finds a serious problem on the screen. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  const { violations } = (await page.evaluate(`(async () => { ${axe}; return window.axe.run(); })()`)) as AxeResult;
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  expect(serious, screen).toEqual([]);
}
