import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import chromium from '@sparticuz/chromium';

import manifest from '../../package.json' with { type: 'json' };

const programs = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'chrome.exe'];
const macApplications = ['Chromium.app/Contents/MacOS/Chromium', 'Google Chrome.app/Contents/MacOS/Google Chrome'];

const packaged = join(tmpdir(), `content-gen-chromium-${manifest.devDependencies['@sparticuz/chromium']}`);

export function isPackaged(program: string): boolean {
  return program.startsWith(packaged);
}

/**
 * The path of the program of a Chromium: the one that `CHROMIUM` names, else that of a package, which is for Linux on x64
 * alone, else one that the system has. Without any it is empty, so that tests of pages are skipped.
 */
export async function findChromium(): Promise<string> {
  const named = process.env['CHROMIUM'];
  if (named) return named;
  const own = process.platform === 'linux' && process.arch === 'x64' ? await unpackOnce() : '';
  // It needs libraries that a small system may lack.
  if (own !== '' && spawnSync(own, ['--version']).status === 0) return own;
  const folders = process.env['PATH']?.split(delimiter) ?? [];
  const places = programs.flatMap((program) => folders.map((folder) => join(folder, program)));
  const found = [...places, ...macApplications.map((path) => join('/Applications', path))].find(existsSync);
  return found ?? '';
}

/**
 * Unpacks the browser once for all tests. The package unpacks it in place, so a test that starts meanwhile would run half
 * a program, and so would all tests after a run that was killed.
 */
async function unpackOnce(): Promise<string> {
  if (!existsSync(packaged)) await unpackTo(packaged);
  return join(packaged, 'chromium');
}

async function unpackTo(place: string): Promise<void> {
  const before = process.env['TMPDIR'];
  const unfinished = await mkdtemp(`${place}-`);
  try {
    // The package has no other setting for its folder.
    process.env['TMPDIR'] = unfinished;
    await chromium.executablePath();
    await rename(unfinished, place);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another run was faster.
    if (!existsSync(place)) throw error;
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}
