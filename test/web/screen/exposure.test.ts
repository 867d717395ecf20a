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

describe('the page of state thresholds', () => {
  it('says which are reached, in numbers and on the map, and by what rule', async () => {
    const screen = aScreenInMemory(onDay(2026, 4, 1));
    await screen.finish('run-1', lines);
    const page = await screen.html('/exposure');
    expect(plainText(page)).toContain('3 thresholds are reached: Washington, Illinois, Texas');
    expect(page).toContain('TX, Texas: 120 % of 500,000 USD');
    expect(page).toMatch(/class="q5"[^>]*><title>WA, Washington: 0 % of 100,000 USD/);
    expect(plainText(page)).toMatch(/Illinois.*, 2025 ?threshold then: 100,000 USD or 200 sales/);
    expect(page).toContain('NV, Nevada: no sales in USD');
    expect(page).toContain('OR, Oregon: no threshold');
    expect(plainText(page)).toContain('The Tax Nexus Service decides. Thresholds as of');
  });

  it('links where each threshold was read, with the day, and says what is older than a year', async () => {
    const pageOn = async (year: number): Promise<string> => {
      const screen = aScreenInMemory(onDay(year, 12, 1));
      await screen.finish('run-1', lines);
      return screen.html('/exposure');
    };
    const now = await pageOn(2026);
    expect(now).toMatch(/<a href="https:\/\/comptroller\.texas\.gov\/[^"]*"[^>]*>34 TAC 3\.286;/);
    expect(plainText(now)).toMatch(/TX: 34 TAC 3\.286; [^,]*, remote sellers ?, read on Nov 29, 2026/);
    expect(plainText(now)).not.toContain('older than a year');
    const later = plainText(await pageOn(2027));
    expect(later).toMatch(/TX: [^()]*read on Nov 29, 2026 \(older than a year: check it\)/);
    expect(later).toContain('The thresholds are older than a year: check those of the states that matter to you.');
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
      return screen.text('/exposure');
    };
    expect(await textWith({})).toContain('3 thresholds are reached: Washington, Illinois, Texas');
    const text = await textWith(registrations);
    expect(text).toContain('1 threshold is reached where you are not registered: Illinois');
    expect(text).toContain(
      'Texas: Registered since May 15, 2026, by our accountant. Washington: Managed elsewhere, by another service. Nevada: Registered since Jan 1, 2026.',
    );
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
    const text = await screen.text('/exposure');
    expect(text).toContain('Not sent, so not in these numbers 2 sales are on hold or failed. Decide on them');
    expect(text).toContain('Texas On hold or failed partially paid 1 1,200.00 USD');
    expect(text).toContain('Texas Skipped not paid 1 50.00 USD');
    expect(text).toContain('Not known On hold or failed partially paid 1 1.00 USD');
  });

  it('has a page on which you note where you are registered, and remove it', async () => {
    const screen = aScreenInMemory(onDay(2026, 12, 1), {
      registrations: { NV: { status: 'registered', since: '2026-01-01', by: null } },
    });
    await screen.finish('run-1', lines);
    const note = (form: Record<string, string>) => screen.post('/registrations', { what: 'save', ...form });
    expect((await note({ state: 'TX', since: '2026-05-15', registeredBy: 'our accountant' })).status).toBe(303);
    expect((await note({ state: 'WA', status: 'managed elsewhere' })).status).toBe(303);
    const text = await screen.text('/registrations');
    expect(text).toContain('Texas Registered since May 15, 2026, by our accountant Remove');
    expect(text).toContain('Washington Managed elsewhere Remove');
    expect(text).toMatch(/Nevada Registered since Jan 1, 2026\. This is a setting \(service\.registrations\)/);
    expect(await screen.text('/exposure')).toContain('1 threshold is reached where you are not registered: Illinois');
    const problems = { CA: 'Enter the first day', ZZ: 'Enter a US state', NV: 'is a setting' };
    for (const [state, problem] of Object.entries(problems)) {
      const refused = await note({ state, ...(state === 'NV' && { since: '2026-02-01' }) });
      expect(refused.status).toBe(422);
      expect(plainText(await refused.text())).toContain(problem);
    }
    expect((await screen.post('/registrations', { what: 'remove', state: 'TX' })).status).toBe(303);
    expect(await screen.text('/registrations')).not.toContain('Texas Registered');
  });

  it('marks opening balances, which have a page with a form', async () => {
    const screen = aScreenInMemory(onDay(2026, 4, 1));
    await screen.finish('run-1', lines);
    const balance = { channel: 'Fairs', state: 'OH', month: '2026-02', sales: '120,000.50', transactions: '80' };
    expect((await screen.post('/opening-balances', { what: 'save', ...balance })).status).toBe(303);
    const text = await screen.text('/opening-balances');
    expect(text).toMatch(/Ohio ?2026-02 ?Fairs ?120,000\.50 ?80 ?.*Apr 1, 2026 ?Remove/);
    const exposure = await screen.text('/exposure');
    expect(exposure).toContain('4 thresholds are reached');
    expect(exposure).toContain('opening balances of Fairs: 120,000.50, 80 sales; reached only with them');
    const page = await screen.html('/exposure');
    expect(page).toMatch(/class="q5 marked"[^>]*><title>OH, Ohio: 120 % [^<]*, reached only with opening balances</);
    expect(page.match(/<path class="q\d marked"/g)).toHaveLength(1);
    expect(page).toMatch(/<i class="q5 marked"[^>]*><\/i>reached only with opening balances/);
    const refused = await screen.post('/opening-balances', { what: 'save', ...balance, transactions: 'many' });
    expect(refused.status).toBe(422);
    expect(plainText(await refused.text())).toContain('enter the number of sales as a whole number');
    expect((await screen.post('/opening-balances', { what: 'remove', ...balance })).status).toBe(303);
    expect(await screen.text('/exposure')).not.toContain('opening balances of Fairs');
  });

  it('does not say "counted" of marketplace sales that your setting leaves out', async () => {
    const textWith = async (...marketplaceSales: readonly Policy['marketplaceSales'][]): Promise<string> => {
      const stateSettings = () => ({ facilitatorLaws: {}, nexusThresholds: {}, marketplaceSales });
      const screen = aScreenInMemory(onDay(2026, 4, 1), { stateSettings });
      await screen.finish('run-1', [sold('a', 'WA', '2026-01', 100n), sold('b', 'IL', '2026-01', 100n)]);
      return screen.text('/exposure');
    };
    const leftOut = 'skipped or held by your setting, though the state counts them';
    const sent = await textWith('send', 'send');
    expect(sent).toMatch(/Washington .*? 2026 ?marketplace sales counted /);
    expect(sent).not.toContain(leftOut);
    for (const choice of ['skip', 'hold'] as const) {
      const text = await textWith('send', choice);
      expect(text.split(leftOut)).toHaveLength(2);
      expect(text).toMatch(/Illinois .*? 2026 ?marketplace sales not counted /);
    }
  });

  it('says which thresholds are your setting', async () => {
    const stateSettings = () => ({
      facilitatorLaws: {},
      nexusThresholds: { TX: { sales: 700_000 } },
      marketplaceSales: [],
    });
    const screen = aScreenInMemory(onDay(2026, 4, 1), { stateSettings });
    await screen.finish('run-1', lines);
    const text = await screen.text('/exposure');
    expect(text).toContain('2 thresholds are reached: Washington, Illinois');
    expect(text).toMatch(/TX: ?your setting/);
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
    const text = await aScreenInMemory({ ...onDay(2026, 4, 1), connectorOf }, { registrations }).text('/exposure');
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
    const reader = (await screen.get('/exposure')).body?.pipeThrough(new TextDecoderStream()).getReader();
    let html = '';
    while (!html.includes('Sources of these thresholds')) html += (await reader?.read())?.value ?? '';
    expect(html).not.toContain('id="presence"');
    ask(E.left({ _tag: 'SourceRefused', message: 'Shopify denies access to locations; grant the scope' }));
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) html += part.value;
    expect(plainText(html)).toContain(
      'No locations in the US are known. Locations of us-store are not known: Shopify denies access to locations; grant the scope.',
    );
  });

  it('has no card of locations where no connector reads them', async () => {
    const connectorOf = () => scriptedConnector({ pages: [] });
    const page = await aScreenInMemory({ ...onDay(2026, 4, 1), connectorOf }).html('/exposure');
    expect(page).not.toContain('id="presence"');
  });
});
