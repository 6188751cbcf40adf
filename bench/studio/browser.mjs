import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';

// The packages of the command line, because benchmarks have none of their own.
const require = createRequire(new URL('../../packages/cli/package.json', import.meta.url));

export async function openBrowser() {
  const { default: chromium } = await import(require.resolve('@sparticuz/chromium'));
  const { chromium: playwright } = require('playwright-core');
  const unwanted = ['--single-process', '--disable-web-security'];
  const args = chromium.args.filter((argument) => !unwanted.includes(argument));
  // The package has a program for Linux on x64 alone.
  const executablePath = process.env.CHROMIUM ?? (await chromium.executablePath());
  return playwright.launch({ executablePath, args });
}

/** A page without a session and without cached files, as for a first visit. */
export async function openPage(browser) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const devtools = await context.newCDPSession(page);
  // The time of the processor, which other work on the machine does not change.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { page, devtools, close: () => context.close() };
}

/** The milliseconds until `work` ends, and those of processor time that the page took. */
export async function timed({ devtools }, work) {
  const [cpu, from] = [await busy(devtools), performance.now()];
  await work();
  const ms = performance.now() - from;
  return { ms, cpu: (await busy(devtools)) - cpu };
}

async function busy(devtools) {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

/** The time between two frames while an element scrolls from its top to its end and back: the median, and the longest. */
export function frames(page, selector) {
  return page.evaluate(async (found) => {
    const frame = document.querySelector(found);
    const next = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const times = [];
    let before = await next();
    for (let count = 0; count < 120; count++) {
      const place = count < 60 ? count / 60 : (120 - count) / 60;
      frame.scrollTo(0, place * (frame.scrollHeight - frame.clientHeight));
      const now = await next();
      times.push(now - before);
      before = now;
    }
    frame.scrollTo(0, 0);
    times.sort((one, other) => one - other);
    return { median: times[60], longest: times.at(-1) };
  }, selector);
}
