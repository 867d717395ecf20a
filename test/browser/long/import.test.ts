import { describe, expect } from '@jest/globals';
import { aBrowser } from '../../support/a-browser.ts';
import { screens } from '../../support/a-screen.ts';

const inBrowser = await aBrowser();
const aScreen = screens();

const file = 'docs/examples/import/shopify-orders.csv';

describe('a bookkeeper with a CSV file', () => {
  inBrowser('uploads it, previews it and sends its sales, without scripts', async (visitor) => {
    const { address, taxService } = await aScreen();
    const { page } = await visitor({ javaScriptEnabled: false });
    await page.goto(`${address}/new`);
    await page.getByRole('link', { name: 'Import a CSV file' }).click();
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') });
    await page.getByRole('button', { name: 'Upload and check' }).click();
    await page.getByRole('alert').getByText('The file was not imported.').waitFor();
    await page.getByLabel('CSV file').setInputFiles(file);
    await page.getByRole('button', { name: 'Upload and check' }).click();
    await page.getByText('records in its whole history').waitFor();
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('heading', { name: /^Next: start the sync/ }).waitFor();
    expect(taxService.journal()).toStrictEqual([]);
    await page.getByRole('button', { name: 'Start the sync' }).click();
    await page.getByRole('heading', { name: /^Next: (?!start)/ }).waitFor();
    expect(taxService.journal().length).toBeGreaterThan(0);
  });

  inBrowser('finds nothing cut off or hidden on a phone', async (visitor) => {
    const { address } = await aScreen();
    const { page, inspect, overflow, shoot } = await visitor({ viewport: { width: 375, height: 700 } });
    await page.goto(`${address}/import`);
    await page.getByRole('button', { name: 'Upload and check' }).waitFor();
    expect([await overflow(), await inspect()]).toStrictEqual([0, []]);
    await shoot('screen-import');
  });
});
