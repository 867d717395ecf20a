import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { SourceError } from '../../../src/domain/errors.ts';
import type { Registrations } from '../../../src/domain/registration.ts';
import type { Policy } from '../../../src/mapping/policy.ts';
import { aReportLine } from '../../support/a-report-line.ts';
import { aScreenInMemory, plainText } from '../../support/a-screen-in-memory.ts';
import { scriptedConnector } from '../../support/scripted-connector.ts';

const detail = { zip: null, discount: 0n, shipping: 0n, marketplace: null, exemption: null, parentId: null, taxed: 0n };

/** Sent in the middle of a month. */
const sold = (id: string, jurisdiction: string, month: string, total: bigint) =>
  aReportLine({
    ...{ id, amounts: { currency: 'USD', jurisdiction, month, total, taxCollected: 0n } },
    ...{ detail, occurredAt: `${month}-15T12:00:00Z` },
  });

const lines = [
  sold('a', 'CA', '2026-01', 10_725n),
  sold('b', 'TX', '2026-02', 60_000_000n),
  sold('c', 'WA', '2025-11', 20_000_000n),
  ...Array.from({ length: 200 }, (_, index) => sold(`many-${index}`, 'IL', '2025-12', 2_000n)),
];

const onDay = (year: number, month: number, day: number) => ({
  clock: { now: () => Date.UTC(year, month - 1, day), sleep: () => () => Promise.resolve() },
});

describe('the page of all states', () => {
  it('says which are reached, in numbers and on the map, and by what rule', async () => {
    const screen = aScreenInMemory(onDay(2026, 4, 1));
    await screen.finish('run-1', lines);
    const page = await screen.html('/nexus');
    expect(plainText(page)).toContain('3 thresholds are reached: Washington, Illinois, Texas');
    expect(page).toMatch(/class="reached"[^>]*><title>TX, Texas: reached, 120 % of 500,000 USD</);
    expect(page).toMatch(/class="reached"[^>]*><title>WA, Washington: reached, 0 % of 100,000 USD</);
    expect(page).toMatch(/class="not-known"[^>]*><title>CA, California: not known, 0 % of 500,000 USD</);
    expect(page).toMatch(
      /Colors of Thresholds by state.*class="reached"[^>]*><\/i>Reached<.*class="not-known"[^>]*><\/i>Not known</s,
    );
    expect(plainText(page)).toMatch(/Texas Reached 600,000\.00 1 sale 120 % of 500,000 USD .* reached Feb 15, 2026/);
    expect(plainText(page)).toMatch(/\d+ states without sales Alaska Alabama/);
    expect(page).toContain('NV, Nevada: no sales in USD');
    expect(page).toContain('OR, Oregon: no threshold');
    expect(plainText(page)).toContain('The Tax Nexus Service decides. Thresholds as of');
  });

  it('links where the threshold of each state was read, with the day, and marks states whose sources differ', async () => {
    const screen = aScreenInMemory(onDay(2026, 4, 1));
    await screen.finish('run-1', [...lines, sold('d', 'PA', '2026-01', 5_000n)]);
    const page = await screen.html('/nexus');
    expect(page).toMatch(/<a href="https:\/\/comptroller\.texas\.gov\/[^"]*"[^>]*>34 TAC 3\.286;/);
    expect(plainText(page)).toMatch(/Texas: 34 TAC 3\.286; [^,]*, remote sellers ?, read on Nov 29, 2026/);
    expect(plainText(page)).toMatch(/Pennsylvania Not known sources differ/);
    expect(plainText(page)).not.toMatch(/Texas Reached sources differ/);
  });

  it('has what was sold since the day to collect from, and an estimate of the tax not collected with its base', async () => {
    const screen = aScreenInMemory(onDay(2026, 4, 1));
    const taxed = aReportLine({
      ...{
        id: 'taxed',
        amounts: { currency: 'USD', jurisdiction: 'WA', month: '2026-02', total: 10_880n, taxCollected: 880n },
      },
      ...{ detail: { ...detail, taxed: 10_000n }, occurredAt: '2026-02-15T12:00:00Z' },
    });
    const untaxed = sold('untaxed', 'WA', '2026-02', 500_000n);
    await screen.finish('run-1', [...lines, taxed, untaxed]);
    expect(await screen.text('/nexus')).toMatch(
      /Washington Reached .* 440\.00 USD 8\.800 % of 5,000\.00 untaxed of 5,100\.00 sold since then/,
    );
    const text = await screen.text('/nexus/WA');
    expect(text).toContain('collect from Jan 1, 2026 until Dec 31, 2026 if sales fall');
    expect(text).toContain('sold since Jan 1, 2026 5,100.00 USD 5,000.00 of it taxable and not taxed');
    expect(text).toContain('tax not collected (an estimate) 440.00 USD 8.800 % of 5,000.00 untaxed');
  });

  it('does not say that no threshold is reached where a state is near and days were not read', async () => {
    const screen = aScreenInMemory(onDay(2026, 4, 1));
    await screen.finish('run-1', [sold('a', 'TX', '2026-01', 45_000_000n)]);
    expect(await screen.text('/nexus')).toMatch(
      /No threshold is known to be reached\. 1 state is not known: days were not synced\. .*Texas Near/,
    );
  });

  it('lists where you are registered, and leaves it out of what needs you', async () => {
    const registrations = {
      TX: { status: 'registered', since: '2026-05-15', by: 'our accountant' },
      WA: { status: 'managed elsewhere', since: null, by: 'another service' },
      NV: { status: 'registered', since: '2026-01-01', by: null },
    } as const;
    const textWith = async (given: Registrations): Promise<string> => {
      const screen = aScreenInMemory(onDay(2026, 12, 1), { registrations: given });
      await screen.finish('run-1', lines);
      return screen.text('/nexus');
    };
    expect(await textWith({})).toContain('3 thresholds are reached: Washington, Illinois, Texas');
    const text = await textWith(registrations);
    expect(text).toContain('1 threshold is reached where you are not registered: Illinois');
    expect(text).toMatch(/Texas Registered Registered since May 15, 2026, by our accountant 600,000\.00/);
    expect(text).toMatch(/Washington Registered Managed elsewhere, by another service/);
    expect(text).toMatch(/Nevada Registered Registered since Jan 1, 2026 – /);
    expect(text).not.toContain('began before the registration');
    const late = { ...registrations, TX: { ...registrations.TX, since: '2026-06-15' } };
    expect(await textWith(late)).toContain('The duty to collect began before the registration in Texas.');
    const all = { ...registrations, IL: { status: 'registered', since: '2026-01-01', by: null } } as const;
    expect(await textWith(all)).toContain('reached where you are not registered.');
  });

  it('names what is not sent, by state and reason with money, which is not in the numbers', async () => {
    const screen = aScreenInMemory(onDay(2026, 4, 1));
    const held = { outcome: 'held', reason: 'partially paid', amounts: null } as const;
    const stated = { currency: 'USD', jurisdiction: 'TX', total: 120_000n };
    await screen.finish('run-1', [
      ...lines,
      aReportLine({ id: 'h', ...held, stated }),
      aReportLine({ id: 'i', ...held, stated: { ...stated, jurisdiction: null, total: 100n } }),
      aReportLine({ id: 'j', ...held, outcome: 'skipped', reason: 'not paid', stated: { ...stated, total: 5_000n } }),
    ]);
    const text = await screen.text('/nexus');
    expect(text).toContain('3 sales are not sent: by state and reason 2 sales are on hold or failed. Decide on them');
    expect(text).toContain('Texas Partially paid On hold or failed 1 1,200.00 USD');
    expect(text).toContain('Texas Not paid yet Skipped 1 50.00 USD');
    expect(text).toContain('Not known Partially paid On hold or failed 1 1.00 USD');
  });

  it('marks opening balances, which have a page with a form', async () => {
    const screen = aScreenInMemory(onDay(2026, 4, 1));
    await screen.finish('run-1', lines);
    const balance = { channel: 'Fairs', state: 'OH', month: '2026-02', sales: '120,000.50', transactions: '80' };
    expect((await screen.post('/opening-balances', { what: 'save', ...balance })).status).toBe(303);
    const text = await screen.text('/opening-balances');
    expect(text).toMatch(/Ohio ?2026-02 ?Fairs ?120,000\.50 ?80 ?.*Apr 1, 2026 ?Remove/);
    const exposure = await screen.text('/nexus');
    expect(exposure).toContain('4 thresholds are reached');
    expect(await screen.text('/nexus/OH')).toContain(
      'opening balances of Fairs: 120,000.50, 80 sales; reached only with opening balances.',
    );
    const page = await screen.html('/nexus');
    expect(page).toMatch(
      /class="reached marked"[^>]*><title>OH, Ohio: reached, 120 % [^<]*, reached only with opening balances</,
    );
    expect(page.match(/<path class="[a-z]+ marked"/g)).toHaveLength(1);
    expect(page).toMatch(/<i class="reached marked"[^>]*><\/i>reached only with opening balances/);
    const refused = await screen.post('/opening-balances', { what: 'save', ...balance, transactions: 'many' });
    expect(refused.status).toBe(422);
    expect(plainText(await refused.text())).toContain('enter the number of sales as a whole number');
    expect((await screen.post('/opening-balances', { what: 'remove', ...balance })).status).toBe(303);
    expect(await screen.text('/nexus')).not.toContain('opening balances of Fairs');
  });

  it('lists locations below, by state, with whether you are registered there', async () => {
    const locations = TE.right([
      { country: 'US', state: 'NV', city: 'Reno', uses: ['ship-from', 'fulfillment service'] as const },
      { country: 'US', state: 'TX', city: null, uses: [] },
      { country: 'US', state: 'OR', city: 'Portland', uses: ['pickup point'] as const },
    ]);
    const connectorOf = (name: string) =>
      name === 'us-store' ? { ...scriptedConnector({ pages: [] }), locations } : undefined;
    const registrations = { TX: { status: 'registered', since: '2026-01-01', by: null } } as const;
    const text = await aScreenInMemory({ ...onDay(2026, 4, 1), connectorOf }, { registrations }).text('/nexus');
    expect(text).toContain(
      'Locations in 3 states Stock or staff in a state creates nexus whatever the sales. Check it with your adviser.',
    );
    expect(text).toContain('Nevada Reno (us-store): ship-from, fulfillment service Not registered');
    expect(text).toContain('Oregon Portland (us-store): pickup point – ');
    expect(text).toContain('Texas City not stated (us-store) Registered since Jan 1, 2026');
    expect(text).toContain('Platforms state no locations for eu-store.');
  });

  it('shows the thresholds before a platform is asked, and says which gave no locations', async () => {
    let ask: (failure: E.Either<SourceError, never>) => void = () => undefined;
    const asked = new Promise<E.Either<SourceError, never>>((resolve) => {
      ask = resolve;
    });
    const connectorOf = () => ({ ...scriptedConnector({ pages: [] }), locations: () => asked });
    const sleep = () => () => new Promise<void>(() => undefined);
    const screen = aScreenInMemory({ clock: { ...onDay(2026, 4, 1).clock, sleep }, connectorOf });
    await screen.finish('run-1', lines);
    const reader = (await screen.get('/nexus')).body?.pipeThrough(new TextDecoderStream()).getReader();
    let html = '';
    while (!html.includes('id="not-counted"')) html += (await reader?.read())?.value ?? '';
    expect(html).not.toContain('id="presence"');
    ask(E.left({ _tag: 'SourceRefused', message: 'Shopify denies access to locations; grant the scope' }));
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) html += part.value;
    expect(plainText(html)).toContain(
      'No locations in the US are known. Locations of us-store are not known: Shopify denies access to locations; grant the scope.',
    );
  });

  it('has no card of locations where no connector reads them', async () => {
    const connectorOf = () => scriptedConnector({ pages: [] });
    const page = await aScreenInMemory({ ...onDay(2026, 4, 1), connectorOf }).html('/nexus');
    expect(page).not.toContain('id="presence"');
  });
});

describe('the page of a state', () => {
  it('says since when the threshold is reached, from which day to collect, and what counted month by month', async () => {
    const screen = aScreenInMemory(onDay(2026, 4, 1));
    const resale = { ...detail, exemption: 'RESALE' };
    const notCounted = { ...sold('resold', 'TX', '2026-01', 70_000n), detail: resale };
    const held = { outcome: 'held', reason: 'partially paid', amounts: null } as const;
    const stated = { currency: 'USD', jurisdiction: 'TX', total: 120_000n };
    const waiting = aReportLine({ id: 'h', ...held, stated, occurredAt: '2026-02-15T12:00:00Z' });
    await screen.finish('run-1', [...lines, notCounted, waiting]);
    const page = await screen.html('/nexus/TX');
    const text = plainText(page);
    expect(text).toContain('Texas Reached The threshold was reached on Feb 15, 2026. Collect tax from Jun 1, 2026.');
    expect(text).toMatch(/sales from Apr 2, 2025 to Apr 1, 2026|sales from May 1, 2025 to Apr 1, 2026/);
    expect(text).toMatch(/Feb 2026 600,000\.00 1 0\.00 1,200\.00 600,\d{3}\.00 12\d %/);
    expect(page).toMatch(/<title>Feb 2026: 600,\d{3}\.00 USD in \d sales?, 12\d % of the threshold<\/title>/);
    expect(page).toMatch(/<line class="limit"/);
    expect(page).toContain('/sales?state=TX&amp;month=2026-02"');
    expect(text).toContain('Why sales are not sent 1 sale is on hold or failed. Decide on them');
    expect(page).toMatch(
      /href="[^"]*\/export\?[^"]*state=TX[^"]*format=xlsx"[^>]*aria-label="Workpaper of Texas as XLSX"/,
    );
  });

  it('names the threshold of the day on which it was reached, where it was another one', async () => {
    const screen = aScreenInMemory(onDay(2026, 4, 1));
    await screen.finish('run-1', lines);
    expect(await screen.text('/nexus/IL')).toContain('threshold then: 100,000 USD or 200 sales');
  });

  it('has the rule in words, with a link to where it was read and the day, and says what is older than a year', async () => {
    const pageOn = async (year: number): Promise<string> => {
      const screen = aScreenInMemory(onDay(year, 12, 1));
      await screen.finish('run-1', lines);
      return screen.html('/nexus/TX');
    };
    const now = await pageOn(2026);
    expect(now).toMatch(/<a href="https:\/\/comptroller\.texas\.gov\/[^"]*"[^>]*>34 TAC 3\.286;/);
    expect(plainText(now)).toMatch(
      /Rule of Texas Threshold at least 500,000 USD Measured over 12 whole months, at the end of each month .* read on Nov 29, 2026/,
    );
    expect(plainText(now)).not.toContain('older than a year');
    expect(plainText(await pageOn(2027))).toContain('read on Nov 29, 2026 (older than a year: check it)');
  });

  it('says which rules are your setting', async () => {
    const stateSettings = () => ({
      facilitatorLaws: {},
      nexusThresholds: { TX: { sales: 700_000 } },
      marketplaceSales: [],
    });
    const screen = aScreenInMemory(onDay(2026, 4, 1), { stateSettings });
    await screen.finish('run-1', lines);
    const text = await screen.text('/nexus/TX');
    expect(text).toMatch(/Threshold at least 700,000 USD .* Source your setting/);
    expect(await screen.text('/nexus')).toContain('2 thresholds are reached: Washington, Illinois');
  });

  it('says that marketplace sales are too low where your setting leaves out what the state counts', async () => {
    const textWith = async (state: string, ...marketplaceSales: readonly Policy['marketplaceSales'][]) => {
      const stateSettings = () => ({ facilitatorLaws: {}, nexusThresholds: {}, marketplaceSales });
      const screen = aScreenInMemory(onDay(2026, 4, 1), { stateSettings });
      await screen.finish('run-1', [sold('a', 'WA', '2026-01', 100n), sold('b', 'IL', '2026-01', 100n)]);
      return screen.text(`/nexus/${state}`);
    };
    const leftOut = 'skipped or held by your setting, though the state counts them';
    expect(await textWith('WA', 'send', 'send')).not.toContain(leftOut);
    for (const choice of ['skip', 'hold'] as const) {
      expect(await textWith('WA', 'send', choice)).toContain(leftOut);
      expect(await textWith('IL', 'send', choice)).not.toContain(leftOut);
    }
    expect(await textWith('WA')).toContain('Marketplace sales counted');
    expect(await textWith('IL')).toContain('Marketplace sales not counted');
  });

  it('has a form on which you note that you are registered there, and remove it', async () => {
    const screen = aScreenInMemory(onDay(2026, 12, 1), {
      registrations: { NV: { status: 'registered', since: '2026-01-01', by: null } },
    });
    await screen.finish('run-1', lines);
    const note = (state: string, form: Record<string, string>) =>
      screen.post(`/nexus/${state}`, { what: 'save', ...form });
    expect((await note('TX', { since: '2026-05-15', registeredBy: 'our accountant' })).status).toBe(303);
    expect((await note('WA', { status: 'managed elsewhere' })).status).toBe(303);
    expect(await screen.text('/nexus/TX')).toContain('Registered since May 15, 2026, by our accountant.');
    expect(await screen.text('/nexus/WA')).toContain('Managed elsewhere.');
    expect(await screen.text('/nexus/NV')).toMatch(
      /No sales in US dollars are known\. .*Registered since Jan 1, 2026\. ?This is a setting \(service\.registrations\)/,
    );
    expect(await screen.text('/nexus')).toContain('1 threshold is reached where you are not registered: Illinois');
    const problems = { CA: 'Enter the first day', NV: 'is a setting' };
    for (const [state, problem] of Object.entries(problems)) {
      const refused = await note(state, state === 'NV' ? { since: '2026-02-01' } : {});
      expect(refused.status).toBe(422);
      expect(plainText(await refused.text())).toContain(problem);
    }
    expect((await screen.post('/nexus/TX', { what: 'remove' })).status).toBe(303);
    expect(await screen.text('/nexus/TX')).toContain('Not registered.');
  });

  it('is not there for a place without a threshold', async () => {
    const screen = aScreenInMemory(onDay(2026, 4, 1));
    for (const place of ['OR', 'ZZ']) expect((await screen.get(`/nexus/${place}`)).status).toBe(404);
    expect((await screen.post('/nexus/ZZ', { what: 'save', since: '2026-01-01' })).status).toBe(404);
  });
});
