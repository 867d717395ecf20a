import { describe, expect, it } from '@jest/globals';
import { syncAll } from '../support/a-world.ts';
import { cliWorlds } from '../support/cli-worlds.ts';

const world = cliWorlds();

const sentDates = (journal: readonly { readonly text: string }[]): readonly string[] =>
  journal.map(({ text }) => (JSON.parse(text) as { transactedAt: string }).transactedAt);

describe('service.wire.timeZone', () => {
  it('sends the local date with its offset, at the same instants, and doubles nothing when it is set later', async () => {
    const utc = await world({ shop: { orders: 12 } });
    await utc.cli(syncAll);
    const local = await world({ shop: { orders: 12 }, service: { wire: { timeZone: 'America/Los_Angeles' } } });
    await local.cli(syncAll);
    const dates = [...sentDates(local.taxService.journal())].sort();
    expect(dates).toHaveLength(12);
    for (const date of dates) expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-0[78]:00$/);
    const instants = (all: readonly string[]) => all.map((date) => Date.parse(date)).sort();
    expect(instants(dates)).toStrictEqual(instants(sentDates(utc.taxService.journal())));

    utc.configure({ service: { wire: { timeZone: 'America/Los_Angeles' } } });
    const again = await utc.cli(syncAll);
    expect(again.code).toBe(0);
    expect(JSON.parse(again.out)).toMatchObject({ attempted: 12, alreadyPresent: 12, differing: 0, adjustments: [] });
    expect(utc.taxService.journal()).toHaveLength(12);
  });

  it('refuses a time zone that does not exist', async () => {
    const { cli } = await world({ shop: { orders: 1 }, service: { wire: { timeZone: 'America/Los_Angles' } } });
    const { code, err } = await cli(syncAll);
    expect(code).toBe(2);
    expect(err).toContain('IANA time zone');
  });
});
