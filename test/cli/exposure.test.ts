import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Presence } from '../../src/index.ts';
import type { Exposure } from '../../src/reconcile/thresholds/exposure.ts';
import type { Report } from '../../src/reconcile/report.ts';
import { syncAll } from '../support/a-world.ts';
import { cliWorlds } from '../support/cli-worlds.ts';

const world = cliWorlds();
const days = ['--from', '2025-01-01', '--to', '2026-03-31'];

describe('tax-nexus exposure', () => {
  it('says of each state how near its threshold the sales are, before anything is sent and after', async () => {
    const { cli, shop, taxService } = await world({ shop: { orders: 60 } });
    expect((await cli(['exposure'])).out).toContain('No sales are known yet.');
    const of = async (): Promise<Exposure> =>
      JSON.parse((await cli(['exposure', '--on', '2026-03-31', '--json'])).out) as Exposure;
    await cli(['sync', ...days, '--dry-run']);
    const planned = await of();
    expect(taxService.journal()).toStrictEqual([]);
    await cli(syncAll);
    const before = { shop: shop.answers()['graphql 200'] ?? 0, service: JSON.stringify(taxService.answers()) };
    const sent = await of();
    expect(sent).toStrictEqual(planned);
    // One request for the locations.
    expect(shop.answers()['graphql 200']).toBe(before.shop + 1);
    expect(JSON.stringify(taxService.answers())).toBe(before.service);
    const { totals } = JSON.parse((await cli(['report', '--json'])).out) as Report;
    const states = new Set(sent.states.map(({ state }) => state));
    expect(states.size).toBeGreaterThan(5);
    for (const state of states) expect(Object.keys(totals['USD'] ?? {})).toContain(state);
    const { out, code } = await cli(['exposure', '--on', '2026-03-31']);
    expect(code).toBe(0);
    expect(out).toContain('The Tax Nexus Service decides.');
    expect(out).not.toContain('older than a year');
    const later = (await cli(['exposure', '--on', '2027-12-01'])).out;
    expect(later).toContain('CA: the threshold is from 18 CCR 1684; CDTFA Publication 77 (2021-10) of 2026-11-29');
    expect(later).toContain('older than a year: check it (https://cdtfa.ca.gov/formspubs/pub77/).');
    expect(later).toContain('The thresholds are older than a year: check those of the states that matter to you.');
    expect(out).toMatch(/^CA +below +0 % +[\d.]+ +\d+ +500,000$/m);
  });

  it('says which thresholds are your setting, and where your setting leaves out what a state counts', async () => {
    const { cli } = await world({
      shop: { orders: 60 },
      policy: { nexusThresholds: { CA: { sales: 1 } }, marketplaceSales: 'skip' },
    });
    await cli(['sync', ...days, '--dry-run']);
    const { out } = await cli(['exposure', '--on', '2026-03-31']);
    expect(out).toMatch(/^CA +reached +.* 1$/m);
    expect(out).toContain('CA: the threshold is your setting (policy.nexusThresholds).');
    expect(out).not.toContain('TX: the threshold is your setting');
    expect(out).toMatch(/though these states count them: ([A-Z]{2}, )*CA\b.*\. Their numbers are too low\./);
    expect(out).not.toMatch(/though these states count them: [^.]*\bIN\b/);
  });

  it('lists where you are registered', async () => {
    const registrations = { CA: { since: '2026-01-01', by: 'our accountant' }, NV: { status: 'managed elsewhere' } };
    const { cli } = await world({ shop: { orders: 60 }, service: { registrations } });
    await cli(['sync', ...days, '--dry-run']);
    const { out } = await cli(['exposure', '--on', '2026-03-31']);
    expect(out).toMatch(/^CA +registered +0 % /m);
    expect(out).toContain('CA: registered since 2026-01-01, by our accountant.\nNV: managed elsewhere.\n');
    const { registrations: listed } = JSON.parse(
      (await cli(['exposure', '--on', '2025-12-31', '--json'])).out,
    ) as Exposure;
    expect(listed).toStrictEqual([{ state: 'NV', status: 'managed elsewhere', since: null, by: null }]);
  });

  it('leaves out where you noted with tax-nexus register that you are registered', async () => {
    const { cli } = await world({ shop: { orders: 60 }, policy: { nexusThresholds: { CA: { sales: 1 } } } });
    await cli(['sync', ...days, '--dry-run']);
    const on = ['--on', '2026-03-31'];
    expect((await cli(['exposure', ...on])).out).toMatch(/^CA +reached /m);
    expect(await cli(['register', 'ca', '--since', '2026-01-01', '--with', 'our accountant'])).toMatchObject({
      ...{ code: 0, out: 'CA: registered since 2026-01-01, by our accountant.\n' },
    });
    expect((await cli(['exposure', ...on])).out).toMatch(/^CA +registered /m);
    expect((await cli(['register'])).out).toBe('CA: registered since 2026-01-01, by our accountant.\n');
    const undated = await cli(['register', 'TX']);
    expect({ code: undated.code, err: undated.err }).toMatchObject({
      err: expect.stringContaining('Enter the first day'),
    });
    expect(undated.code).not.toBe(0);
    expect((await cli(['register', 'CA', '--remove'])).out).toBe('CA: the registration was removed.\n');
    expect((await cli(['register', 'CA', '--remove'])).out).toContain('Nothing was changed.');
    expect((await cli(['register'])).out).toBe('No registration is known.\n');
  });

  it('counts opening balances of a CSV file, says so, and removes them', async () => {
    const { cli, folder } = await world({ shop: { orders: 6 } });
    const file = (text: string) => {
      writeFileSync(join(folder, 'balances.csv'), text);
      return cli(['opening-balances', 'balances.csv', '--by', 'Ada']);
    };
    const head = 'channel,state,month,sales,transactions,marketplace\n';
    const rows = 'Fairs,wa,2026-01,120000,80,\nAmazon,OH,2026-02,10.50,1,yes\n';
    expect(await file(head + rows)).toMatchObject({ code: 0 });
    const { out } = await cli(['opening-balances']);
    expect(out).toMatch(/^OH +2026-02 +Amazon +10\.50 +1 +yes +Ada /m);
    const shown = await cli(['exposure', '--on', '2026-03-31']);
    expect(shown.out).toMatch(/^WA +reached +2026-01-01 /m);
    expect(shown.out).toContain('WA: the duty to collect lasts until 2027-12-31, if sales fall.');
    expect(shown.out).toContain(
      'WA: of these numbers, 120000.00 USD and 80 sales are opening balances of Fairs, as you stated them. Without them the threshold is not reached.',
    );
    const refused = await file(`${head}${rows}Fairs,TX,2026-01,1.999,1,\n`);
    expect(refused.code).not.toBe(0);
    expect(refused.err).toContain('Opening balance 3: the sales are more than the 2 decimals of USD');
    expect((await file('a,b\n1,2\n')).err).toContain('The file has no column "channel".');
    expect((await cli(['opening-balances', '--remove', 'Fairs', '--state', 'tx'])).out).toContain('0 opening balances');
    expect((await cli(['opening-balances', '--remove', 'Fairs'])).out).toBe('1 opening balance removed.\n');
  });

  it('judges by sales net of refunds if you ask for it', async () => {
    const { cli } = await world({ shop: { orders: 60 }, policy: { nexusThresholds: { CA: { sales: 1 } } } });
    await cli(['sync', ...days, '--dry-run']);
    const { out } = await cli(['exposure', '--on', '2026-03-31', '--net']);
    expect(out).toContain('Refunds are subtracted, as in Stripe and Avalara.');
    const found = JSON.parse((await cli(['exposure', '--on', '2026-03-31', '--net', '--json'])).out) as Exposure;
    expect(found.basis).toBe('net');
    const california = found.states.find(({ state }) => state === 'CA');
    expect(Number(california?.netSales)).toBeLessThanOrEqual(Number(california?.sales));
  });

  it('refuses a day that is not in the calendar', async () => {
    const { cli } = await world({ shop: { orders: 1 } });
    const { code, err } = await cli(['exposure', '--on', '2026-02-30']);
    expect(code).toBe(2);
    expect(err).toBe(
      '--on: it is not a day of the calendar. Write a day as YYYY-MM-DD, such as 2026-01-31, or leave it out.\n',
    );
  });

  it('lists the states of your locations, where you sold nothing too, and says what follows', async () => {
    const registrations = { NJ: { since: '2026-01-01' } };
    const { cli } = await world({ shop: { orders: 1 }, service: { registrations } });
    const { out, code } = await cli(['exposure']);
    expect(code).toBe(0);
    expect(out).toMatch(/^NJ +registered +us-store +Newark +ship-from, stock$/m);
    expect(out).toMatch(/^NV +no +us-store +Reno +ship-from, stock,? ?/m);
    expect(out).toMatch(/^TX +no +us-store +Austin +pickup point, stock$/m);
    expect(out).not.toContain('Denver');
    expect(out).toContain('Stock or staff in a state creates nexus whatever the sales. Check it with your adviser.');
    const { presence } = JSON.parse((await cli(['exposure', '--json'])).out) as { readonly presence: Presence };
    expect(presence.states.map(({ state }) => state)).toStrictEqual(['MA', 'NJ', 'NV', 'TX']);
  });

  it('names the scope that is missing to know your locations', async () => {
    const scopes = ['read_orders', 'read_all_orders'];
    const { cli } = await world({ shop: { orders: 1, scopes } });
    const { out, code } = await cli(['exposure']);
    expect(code).toBe(0);
    expect(out).toContain(
      'Locations of us-store are not known: Shopify denies access to locations; grant the app the scope read_locations, then install it again.',
    );
  });
});
