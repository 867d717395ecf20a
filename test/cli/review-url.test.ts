import { describe, expect, it } from '@jest/globals';
import { syncAll } from '../support/a-world.ts';
import { cliWorlds } from '../support/cli-worlds.ts';
import { readReport } from '../support/printed-report.ts';

const world = cliWorlds();
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

  it('stands beside each state of the totals where it has a state', async () => {
    const { cli } = await world({ shop, service: { reviewUrl: 'https://app.example.com/{state}?from={from}' } });
    const { out } = await cli(asText);
    expect(out).toMatch(/place +currency +transactions +total +tax collected +review\n/);
    expect(out).toMatch(/\n([A-Z]{2}) +USD .* https:\/\/app\.example\.com\/\1\?from=2025-01-01\n/);
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
