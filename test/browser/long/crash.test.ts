import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect } from '@jest/globals';
import { startSandbox } from '../../../sandbox/index.ts';
import { aBrowser } from '../../support/a-browser.ts';
import { eventually } from '../../support/a-plugin.ts';
import { sampleQuery, slowShop } from '../../support/a-screen.ts';
import { builtCli } from '../../support/built-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const inBrowser = await aBrowser();
const folder = temporaryFolder();
const host = fileURLToPath(new URL('../../support/screen-host.mjs', import.meta.url));
const built = await builtCli();

const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** Starts the host's app. Resolves with its process and port once it listens. */
const startHost = async (settings: object): Promise<{ readonly child: ChildProcess; readonly port: number }> => {
  const child = spawn(process.execPath, [host, JSON.stringify({ built, ...settings })], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(child);
  const port = await new Promise<number>((resolve) => {
    child.stdout.once('data', (line: Buffer) => resolve(Number(line.toString())));
  });
  return { child, port };
};

describe('a server that is killed during a run', () => {
  inBrowser(
    'is followed again once it restarts; the run resumes, and nothing is lost or sent twice',
    async (visitor) => {
      const { taxService, shop, configuration, stop } = await startSandbox(slowShop(300));
      const settings = {
        state: `sqlite:${join(folder, 'book.db')}`,
        service: configuration.service,
        shop: { shop: shop.domain, accessToken: shop.accessToken, apiOrigin: shop.origin },
      };
      const first = await startHost({ ...settings, port: 0 });
      const { page } = await visitor();
      await page.goto(`http://127.0.0.1:${first.port}/tax-nexus/screen/check?${sampleQuery}`);
      await page.getByRole('button', { name: 'Start the sync' }).click();
      await eventually(() => taxService.journal().length > 5);
      first.child.kill('SIGKILL');
      await page.getByText('The connection was lost.').waitFor();

      await startHost({ ...settings, port: first.port });
      await page.getByText('Not running in this process').waitFor();
      await page.getByRole('button', { name: 'Resume' }).click();
      await page.getByRole('heading', { name: /^Next: (?!start)/ }).waitFor();
      const ids = taxService.journal().map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(await page.locator('.sum').textContent()).toContain('60 considered');
      const figures = (await page.locator('.four dd').allTextContents()).map(Number);
      expect(figures[0]).toBe(ids.length);
      await stop();
    },
  );
});
