import { describe, expect, it } from '@jest/globals';
import { syncAll } from '../support/a-world.ts';
import { cliWorlds } from '../support/cli-worlds.ts';

const world = cliWorlds();

const cause = 'the shipping address was changed after the order was sent, and the taxes were recalculated for it';

/** A shop whose second order was sent, and then moved to another state: Shopify recalculates its taxes since 2026-10. */
const moved = async () => {
  const made = await world({ shop: { orders: 6 } });
  await made.cli(syncAll);
  const sent = made.taxService.journal().length;
  made.shop.moveOrder(1, 'WA');
  return { ...made, sent };
};

describe('an order that was sent, and whose taxes Shopify then recalculated for another address', () => {
  it('differs in the report with that reason, old and new tax; nothing is sent again', async () => {
    const { cli, taxService, sent } = await moved();
    const { code, out } = await cli(syncAll);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ succeeded: 0, alreadyPresent: 6, differing: 1 });
    const lines = (await cli(['report', '--format', 'csv'])).out.split('\n').filter((line) => line.includes('#1002'));
    expect(lines.join('\n')).toContain(`The service holds it with other values, because ${cause}: total `);
    expect(lines.join('\n')).toMatch(
      /taxCollected \d+\.\d\d in the sale, \d+\.\d\d in the service; shipToAddress\.state/,
    );
    expect(taxService.journal()).toHaveLength(sent);
  });

  it('differs in a reconciliation and in explain, with that as the likely cause', async () => {
    const { cli } = await moved();
    expect((await cli(['reconcile', ...syncAll.slice(1)])).out).toContain(`Likely cause: ${cause}.`);
    expect((await cli(['explain', 'us-store', '#1002'])).out).toContain(`Likely cause: ${cause}.`);
  });
});
