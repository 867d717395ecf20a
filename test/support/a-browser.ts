import { existsSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, it } from '@jest/globals';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from 'playwright-core';
import { leaksIn } from './leaks-in.ts';
import { madeOfSources } from './made-of-sources.ts';

/** Milliseconds that a story in a browser may take on a busy machine. */
const longest = 120_000;

const installed: readonly (string | undefined)[] = [
  process.env['CHROME_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const source = 'node_modules/@sparticuz/chromium/package.json';

const unpack = async (folder: string): Promise<void> => {
  const { TMPDIR } = process.env;
  process.env['TMPDIR'] = folder;
  try {
    await (await import('@sparticuz/chromium')).default.executablePath();
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
  }
  // Its own list names `/tmp/fonts`. Without a font a text has no height, and is hidden from tests.
  writeFileSync(join(folder, 'fonts/fonts.conf'), '<fontconfig><dir prefix="relative">fonts</dir></fontconfig>');
};

/** Chromium from the package: for Linux on x64 alone. It unpacks libraries of its own when it believes to be on Lambda. */
const packaged = async (): Promise<Pick<LaunchOptions, 'executablePath' | 'env'>> => {
  process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs20.x';
  const folder = await madeOfSources('chromium', [source], unpack);
  return {
    executablePath: join(folder, 'chromium'),
    env: { ...process.env, FONTCONFIG_PATH: join(folder, 'fonts'), LD_LIBRARY_PATH: join(folder, 'al2023/lib') },
  };
};

const launch = async (): Promise<Browser | string> => {
  const found = installed.find((path): path is string => path !== undefined && existsSync(path));
  if (found === undefined && (process.platform !== 'linux' || process.arch !== 'x64')) {
    return 'there is no Chromium on this machine; name one in CHROME_PATH';
  }
  try {
    return await chromium.launch({
      ...(found === undefined ? await packaged() : { executablePath: found }),
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    });
  } catch (error) {
    return `Chromium does not start here (${error instanceof Error ? error.name : 'unknown'}); name one in CHROME_PATH`;
  }
};

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A page of the screen, and what a test wants to know of it. */
export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the browser complained of: errors of scripts, and breaches of the policy. */
  readonly complaints: readonly string[];
  /** What axe finds, in one line each; throws when the page shows anything of a customer's. */
  readonly inspect: () => Promise<readonly string[]>;
  /** Keeps a picture of what is seen, or of a part of it, in the folder that `SCREENSHOTS` names; without it, nothing. */
  readonly shoot: (name: string, selector?: string) => Promise<void>;
  /** How far the page is wider than its window, in pixels. */
  readonly overflow: () => Promise<number>;
}

const visit = async (browser: Browser, options: BrowserContextOptions): Promise<Visitor> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  // A machine that is busy with other tests may take a minute for a page.
  page.setDefaultTimeout(240_000);
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
      complaints.push(message.text());
  });
  const inspectPage = async (): Promise<readonly string[]> => {
    const leaks = leaksIn(await page.content());
    if (leaks.length > 0) throw new Error(`the page shows ${leaks.join(', ')}`);
    // An isolated world of the test's own: the page's policy stays as it is.
    const session = await context.newCDPSession(page);
    const { frameTree } = await session.send('Page.getFrameTree');
    const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
    const expression = `${axe};axe.run().then(({ violations }) => violations.map(({ id, impact, nodes }) => id + ' (' + impact + '): ' + nodes.map(({ html }) => html.slice(0, 120)).join(' ')))`;
    const answer = await session.send('Runtime.evaluate', {
      expression,
      contextId: executionContextId,
      awaitPromise: true,
      returnByValue: true,
    });
    await session.detach();
    const found: unknown = answer.result.value;
    return Array.isArray(found) ? found.map(String) : ['axe did not run'];
  };
  return {
    page,
    context,
    complaints,
    // A page that follows a run or a count loads again when it ends.
    inspect: () =>
      inspectPage().catch(async (error: unknown) => {
        if (!/navigated or closed|is navigating/.test(String(error))) throw error;
        await page.waitForLoadState();
        return inspectPage();
      }),
    shoot: async (name, selector) => {
      const folder = process.env['SCREENSHOTS'];
      if (folder === undefined) return;
      await (selector === undefined ? page : page.locator(selector)).screenshot({ path: join(folder, `${name}.png`) });
    },
    overflow: () => page.evaluate('document.documentElement.scrollWidth - window.innerWidth'),
  };
};

/** A test in a real browser. */
export type InBrowser = (
  name: string,
  work: (visitor: (options?: BrowserContextOptions) => Promise<Visitor>) => Promise<void>,
) => void;

/**
 * Declares tests that run in one Chromium, started for the test file. Where none runs, they are declared under a name that
 * reports why, and claims nothing.
 */
export const aBrowser = async (): Promise<InBrowser> => {
  const browser = await launch();
  afterAll(async () => {
    if (typeof browser !== 'string') await browser.close();
  });
  return (name, work) => {
    if (typeof browser === 'string') {
      it(`${name} (not looked at: ${browser})`, () => undefined);
      return;
    }
    it(
      name,
      async () => {
        const visitors: Visitor[] = [];
        try {
          await work(async (options = {}) => {
            const visitor = await visit(browser, options);
            visitors.push(visitor);
            return visitor;
          });
        } finally {
          for (const { context } of visitors) await context.close();
        }
      },
      longest,
    );
  };
};
