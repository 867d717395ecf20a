import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect } from '@jest/globals';
import { aBrowser } from '../../support/a-browser.ts';
import { last } from '../../support/a-plugin.ts';
import { sampleQuery, screens, type ServedScreen } from '../../support/a-screen.ts';
import { loadSqliteDriver } from '../../../src/store/sqlite/driver.ts';
import { right } from '../../support/right.ts';

const inBrowser = await aBrowser();
const aScreen = screens();
const { DatabaseSync } = right(await loadSqliteDriver());

const synced = async (orders = 90): Promise<ServedScreen> => {
  const screen = await aScreen({ shop: { orders } });
  const { id } = await screen.taxNexus.historicalSync.start({ from: '2025-01-01', to: '2026-03-31' });
  await last(screen.taxNexus.historicalSync.watch(id));
  return screen;
};

const leaveOut = (address: string): string =>
  `${address}/needs-you/decide?${String(new URLSearchParams({ what: 'partially paid', action: 'leave out' }))}`;

describe('the screen', () => {
  inBrowser(
    'keeps a decision with its note while another process locks the sync database, and makes it once it is free',
    async (visitor) => {
      const { address, folder, taxNexus } = await synced();
      const { page, inspect } = await visitor();
      await page.goto(leaveOut(address));
      await page.locator('textarea[name=note]').fill('Written off by the owner.');
      const other = new DatabaseSync(join(folder, 'book.db'));
      other.exec('begin immediate');
      await page.getByRole('button', { name: 'Leave out: 1 sale' }).click();
      await page.getByRole('heading', { name: 'The sync database is not available' }).waitFor();
      expect(await page.getByLabel('Your note').inputValue()).toBe('Written off by the owner.');
      expect(await inspect()).toStrictEqual([]);
      other.exec('rollback');
      other.close();
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('Written off by the owner.').first().waitFor();
      expect(await taxNexus.decisions.open({ what: 'partially paid' })).toStrictEqual([]);
    },
  );

  inBrowser('says how to go on when the session has ended, and keeps what was entered', async (visitor) => {
    const { address, letIn, taxNexus } = await synced();
    const { page, inspect, complaints, overflow } = await visitor({ viewport: { width: 375, height: 800 } });
    await page.goto(leaveOut(address));
    await page.locator('textarea[name=note]').fill('Written off by the owner.');
    letIn(null);
    await page.getByRole('button', { name: 'Leave out: 1 sale' }).click();
    await page.getByRole('heading', { name: 'Sign in again' }).waitFor();
    expect(await inspect()).toStrictEqual([]);
    expect(await overflow()).toBe(0);
    letIn({ name: 'Ada' });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Written off by the owner.').first().waitFor();
    expect(await taxNexus.decisions.open({ what: 'partially paid' })).toStrictEqual([]);
    letIn(null);
    await page.goto(`${address}/months`);
    await page.getByRole('heading', { name: 'Sign in again' }).waitFor();
    letIn({ name: 'Ada' });
    await page.getByRole('link', { name: 'open this page again' }).click();
    await page.getByRole('heading', { name: 'Months', exact: true }).waitFor();
    expect(complaints).toStrictEqual([]);
  });

  inBrowser('shows when something was done by the clock of the viewer, and in UTC without scripts', async (visitor) => {
    const { address } = await synced(24);
    const started = /started (.+)$/m;
    const timesOf = async (options: Parameters<typeof visitor>[0]): Promise<string> => {
      const { page } = await visitor(options);
      await page.goto(`${address}/activity`);
      await page.getByText(started).first().waitFor();
      return started.exec(await page.locator('main').innerText())?.[1] ?? '';
    };
    const utc = await timesOf({ javaScriptEnabled: false });
    const chicago = await timesOf({ timezoneId: 'America/Chicago' });
    expect(utc).toMatch(/ UTC$/);
    expect(chicago).toMatch(/ (CST|CDT)$/);
    const [at, there] = [utc, chicago].map((text) => Date.parse(text));
    expect(there).toBe(at);
  });

  inBrowser(
    'shows what it knows of a sale at once while its platform is silent, and says that it reads',
    async (visitor) => {
      const { address, shop } = await synced(24);
      const { page, inspect } = await visitor();
      await page.goto(`${address}/activity`);
      await page
        .getByRole('link', { name: /^Jan 1, 2025 to / })
        .first()
        .click();
      await page.getByRole('link', { name: 'All 24 records' }).click();
      await shop.stop();
      const sockets: Socket[] = [];
      const silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
      await new Promise<void>((resolve) => {
        silent.listen(Number(new URL(shop.origin).port), '127.0.0.1', resolve);
      });
      try {
        await page.locator('main .list a').first().click();
        await page.getByText('Reading the sale from us-store').waitFor();
        await page.getByText('sent', { exact: true }).first().waitFor();
        expect(await inspect()).toStrictEqual([]);
        await page.goto(`${address}/check?${sampleQuery}`, { waitUntil: 'commit' });
        await page.getByText('Checking permissions').waitFor();
      } finally {
        for (const socket of sockets) socket.destroy();
        silent.close();
      }
    },
  );
});
