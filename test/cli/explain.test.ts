import { describe, expect, it } from '@jest/globals';
import { usPlaces } from '../../sandbox/shopify/orders/us-places.ts';
import { syncAll } from '../support/a-world.ts';
import { cliWorlds } from '../support/cli-worlds.ts';
import { readReport } from '../support/printed-report.ts';

const world = cliWorlds();

/** The third order of the sample: ten dollars off its first line, 3 × 33.33 − 10.00 + 2 × 14.50. */
const numbers = ['33.33', '10.00', '14.50', '118.99', '12.05', '145.54'];

describe('tax-nexus explain', () => {
  it('shows every number of a transaction with its reason, by the name that the merchant sees or by the id', async () => {
    const { cli } = await world();
    await cli(syncAll);
    const byName = await cli(['explain', 'us-store', '#1003']);
    const byId = await cli(['explain', 'us-store', '5400000065536']);
    expect(byName).toMatchObject({ code: 0, err: '' });
    expect(byId).toStrictEqual(byName);
    for (const number of numbers) expect(byName.out).toContain(number);
    for (const about of ['amounts', 'shipToAddress', 'taxCollected', 'shippingHandling', 'total']) {
      expect(byName.out).toMatch(new RegExp(`  ${about}: .+\\n    because .+`));
    }
    expect(byName.out).toContain('https://sample-store.myshopify.com/admin/orders/5400000065536');
    expect(byName.out).toContain('Sync database: confirmed. The service holds the same.');
    expect(byName.out).toMatch(
      /All that was sent of it:\n {2}\S+ {2}sale {2}145\.54 USD, tax 12\.05 {2}confirmed\n {4}shopify:\d+:5400000065536\n/,
    );
    expect(byName.out).toMatch(/Audit:\n.+\n {4}Sent by a sync \(.+\): accepted\n {4}SHA-256 [0-9a-f]{64}\n/);
  });

  it('takes the id and the name under which the report and the service know it, and no id of another shop', async () => {
    const { cli } = await world();
    const { out } = await cli(['explain', 'us-store', '#1003']);
    const [, name = '', id = ''] = /^(Shopify #1003 · \d+) · (shopify:\d+:\d+)/m.exec(out) ?? [];
    expect(id).not.toBe('');
    for (const given of [id, `${id}:refund:1`, `${id}/0a1b2c3d`, name]) {
      expect(await cli(['explain', 'us-store', given])).toMatchObject({ code: 0, out });
    }
    const other = id.replace(/:\d+:/, ':1:');
    expect(await cli(['explain', 'us-store', other])).toMatchObject({
      code: 2,
      err: expect.stringContaining(`has no record "${other}"`),
    });
  });

  it('knows before anything was pushed what would be', async () => {
    const { cli, taxService } = await world({ shop: { orders: 5 } });
    const { code, out } = await cli(['explain', 'us-store', '#1001']);
    expect(code).toBe(0);
    expect(out).toContain('Sync database: never tried. The service does not hold it.');
    expect(out).toContain('Audit: nothing was sent.');
    expect(taxService.journal()).toHaveLength(0);
  });

  it('shows why an order is skipped or held', async () => {
    const { cli } = await world({ shop: { orders: 250 } });
    expect((await cli(['explain', 'us-store', '#1033'])).out).toContain('skipped: Only gift cards were sold. ');
    expect((await cli(['explain', 'us-store', '#1246'])).out).toContain('held: Missing address. No address.');
    const { out } = await cli(['explain', 'us-store', '#1072']);
    expect(out).toMatch(/held: Partially paid\. .+ or you decide\. Setting: policy\.partiallyPaid\.\n/);
    expect(out).toMatch(/in USD +quantity +listed +discount +tax/);
    expect(out).toMatch(/The sum of its parts is \d+\.\d\d USD\. The platform states \d+\.\d\d USD\./);
  });

  it('names of the address only state, ZIP and country', async () => {
    const { cli } = await world({ shop: { orders: 12 } });
    for (let number = 1001; number <= 1012; number += 1) {
      for (const format of [[], ['--json']]) {
        const { out } = await cli(['explain', 'us-store', `#${number}`, ...format]);
        expect(out).toMatch(/[A-Z]{2} \d{5} US|"state":"[A-Z]{2}"/);
        for (const { place } of usPlaces) {
          if (place.city !== place.province) expect(out).not.toContain(String(place.city));
        }
      }
    }
  });
});

const asText = syncAll.filter((word) => word !== '--json');
const shop = { orders: 10 };

describe('service.reviewUrl on the command line', () => {
  it('is where the prompt leads, with the days of the run', async () => {
    const reviewUrl = 'https://app.example.com/sales?from={from}&to={to}';
    const { cli } = await world({ shop, service: { reviewUrl } });
    const { out } = await cli(asText);
    const link = 'https://app.example.com/sales?from=2025-01-01&to=2026-03-31';
    expect(out).toContain(`in the Tax Nexus Service at ${link}, by state and month.`);
    expect(out).not.toMatch(/tax collected +review/);
    expect(readReport((await cli(['report', '--format', 'json'])).out)).toMatchObject({ review: { url: link } });
  });

  it('stands below the totals for each state where it has a state', async () => {
    const { cli } = await world({ shop, service: { reviewUrl: 'https://app.example.com/{state}?from={from}' } });
    const { out } = await cli(asText);
    expect(out).toMatch(
      /\n([A-Z]{2}) +USD [^]*\nReview:\n[^]*\n? *\1 +https:\/\/app\.example\.com\/\1\?from=2025-01-01\n/,
    );
    expect(out).toContain('in the Tax Nexus Service, by state and month.');
  });

  it('leads to one transaction where it has an id, once the service holds it', async () => {
    const { cli } = await world({ shop, service: { reviewUrl: 'https://app.example.com/{id}' } });
    expect((await cli(['explain', 'us-store', '#1003'])).out).not.toContain('app.example.com');
    await cli(asText);
    expect((await cli(['explain', 'us-store', '#1003'])).out).toMatch(
      /\nReview it at https:\/\/app\.example\.com\/shopify%3A\d+%3A5400000065536\n$/,
    );
  });
});
