/** A real Chromium for tests of the studio. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import chromium from '@sparticuz/chromium';
import {
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
  type Browser as Program,
  chromium as playwright,
} from 'playwright-core';
import { expect, inject, test as anyTest } from 'vitest';

import { isPackaged } from './chromium.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Arguments for cloud functions: a browser of one process ends with its first page, one that draws in its main process may
 * stand still for ever on a busy machine, and the other weakens it.
 */
const unwanted = ['--single-process', '--in-process-gpu', '--disable-web-security'];
/** A graphics processor in software takes most of the time of a page. Without one, the browser draws by itself. */
const emulation = [
  '--ignore-gpu-blocklist',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];
/** A busy machine makes the process that draws look hung, and its watchdog would end it, so that pages stand still. */
const drawing = ['--disable-gpu', '--disable-gpu-watchdog'];
/** A browser that starts on a busy machine may crash before it has a page, which says nothing about the pages. */
const attempts = 3;
const START_MS = 60_000;
/** How long a page may take for one step. A step that a busy machine slows down is no failure. */
const STEP_MS = 60_000;

/**
 * Tests of pages are skipped, and counted as such, where no Chromium was found. A file whose tests are all skipped does
 * not run its hooks either.
 */
export const test: ReturnType<typeof anyTest.skipIf> = inject('chromium') === '' ? anyTest.skip : anyTest;

/** The part of a Chromium that one test file uses. `close` ends the contexts that the file opened. */
export interface Browser {
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  close(): Promise<void>;
}

let launched: Promise<Program> | undefined;

/** All files of a worker share one Chromium, because its start takes longer than many tests. It ends with the worker. */
export async function openBrowser(): Promise<Browser> {
  const program = await running();
  const contexts: BrowserContext[] = [];
  return {
    newContext: async (options) => {
      const context = await program.newContext(options);
      contexts.push(context);
      return context;
    },
    close: async () => {
      await Promise.all(contexts.map((context) => context.close()));
    },
  };
}

/** A Chromium that crashed in one file is replaced for the next one. */
async function running(): Promise<Program> {
  launched ??= launch();
  const program = await launched;
  if (program.isConnected()) return program;
  launched = launch();
  return launched;
}

async function launch(): Promise<Program> {
  const executablePath = inject('chromium');
  const args = [...argumentsOf(executablePath), ...drawing];
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await playwright.launch({ executablePath, args, timeout: START_MS });
    } catch (error) {
      if (attempt === attempts) throw error;
    }
  }
}

/** The arguments of the package are for its own Chromium: that of a system starts as its system means it. */
function argumentsOf(program: string): readonly string[] {
  if (!isPackaged(program)) return ['--font-render-hinting=none'];
  return chromium.args.filter((argument) => ![...unwanted, ...emulation].includes(argument));
}

export interface Watched {
  readonly page: Page;
  /** Errors and warnings of the console, and errors that no code caught. */
  readonly complaints: readonly string[];
}

/** A page that notes what its console says. The browser itself notes answers such as 404, which the page expects. */
export async function openPage(browser: Browser, viewport = { width: 1280, height: 900 }): Promise<Watched> {
  // A context of its own has no session of another page. Colours in motion have no contrast to measure.
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  context.setDefaultTimeout(STEP_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isExpected = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !isExpected) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, complaints };
}

/** Goes to another screen as a link does, without loading the page again. Answers that the page has stay as they are. */
export async function visit(page: Page, path: string): Promise<void> {
  // The router notices it. Only functions that wait for something have a limit of time.
  await page.waitForFunction(`history.pushState(null, '', ${JSON.stringify(path)}) ?? true`);
}

/** Presses Enter on a control that can be used. Playwright waits for that before a click, and not before a key. */
export async function pressEnter(control: Locator): Promise<void> {
  await expect.poll(() => control.isEnabled()).toBe(true);
  await control.press('Enter');
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/**
 * Fails if axe finds a serious problem on the screen, in either theme. A theme changes nothing but colours, and a screen
 * has the same colours at every size, so that other sizes need one theme alone.
 */
export async function expectAccessible(page: Page, screen: string, themes: 'both' | 'one' = 'both'): Promise<void> {
  await page.evaluate(`window.axe === undefined && (() => { ${axe} })()`);
  const found = (await page.evaluate(`(async () => {
    const { dataset } = document.documentElement;
    const first = dataset.theme;
    // Nothing behind a modal dialog can be read or reached.
    const shown = document.querySelector('.overlay') === null ? document : document.querySelector('.dialog');
    const all = await axe.run(shown, { resultTypes: ['violations'] });
    if (${themes === 'one'}) return { [first]: all };
    dataset.theme = first === 'dark' ? 'light' : 'dark';
    // Even a transition without motion takes some frames.
    const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition);
    await Promise.all(transitions.map(({ finished }) => finished));
    const colours = await axe.run(shown, { runOnly: ['color-contrast'], resultTypes: ['violations'] });
    const second = dataset.theme;
    dataset.theme = first;
    return { [first]: all, [second]: colours };
  })()`)) as Readonly<Record<string, AxeResult>>;
  const serious = Object.entries(found).flatMap(([theme, { violations }]) =>
    violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${theme}, ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
  );
  expect(serious, screen).toEqual([]);
}
