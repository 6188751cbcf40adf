/** A real browser on the studio of a served project. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import chromium from '@sparticuz/chromium';
import { type Browser, type Page, chromium as playwright } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Arguments for cloud functions: a browser of one process ends with its first page, and the other weakens it. */
const unwanted = ['--single-process', '--disable-web-security'];

export async function launchBrowser(): Promise<Browser> {
  const args = chromium.args.filter((argument) => !unwanted.includes(argument));
  return playwright.launch({ executablePath: await chromium.executablePath(), args });
}

export interface Opened {
  readonly page: Page;
  /** Errors and warnings of the console, and errors that no code caught. */
  readonly complaints: readonly string[];
}

export interface Screen {
  readonly width: number;
  readonly height: number;
  readonly theme: 'light' | 'dark';
}

/** Opens the studio with the link that `serve` prints, which signs in. */
export async function openStudio(browser: Browser, link: string, { width, height, theme }: Screen): Promise<Opened> {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: theme });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(link);
  await page.getByRole('link', { name: 'API', exact: true }).waitFor();
  return { page, complaints };
}

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** The serious problems that axe finds in the page. */
export async function seriousProblems(page: Page): Promise<readonly string[]> {
  // A script of the test, which the Content-Security-Policy of the page does not concern.
  await page.evaluate(axe);
  const violations = await page.evaluate<readonly Violation[]>('axe.run().then(({ violations }) => violations)');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 100)).join(' ')}`);
}
