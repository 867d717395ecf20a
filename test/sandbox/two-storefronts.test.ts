import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { Run, ReportLine } from '../../src/domain/run.ts';
import { sampleRange, situationOfSale, startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { indexOfObject } from '../../sandbox/stripe/objects/ground.ts';
import { historicalSync } from '../../src/pipeline/index.ts';
import { openedCommand } from '../support/opened-command.ts';
import { right } from '../support/right.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
let sandbox: Sandbox;
let run: Run;
let entries: readonly ReportLine[];

/** What became of the Stripe account's sale of a situation. */
const billing = (situation: string): readonly ReportLine[] =>
  entries.filter(
    ({ storefront, sourceId }) =>
      storefront === 'billing' && situationOfSale(indexOfObject(sourceId) ?? -1) === situation,
  );

describe('the shop and the Stripe account of the sandbox, synced in one run', () => {
  beforeAll(async () => {
    sandbox = await startSandbox({ shop: { orders: 130 } });
    const written = { ...sandbox.configuration, state: `sqlite:${join(folder, 'book.db')}` };
    const opened = await openedCommand(written, folder);
    const storefronts = Object.keys(sandbox.configuration.storefronts);
    run = right(await historicalSync(opened.ports)({ storefronts, range: sampleRange, dryRun: false })());
    entries = right(await opened.ports.store.findLines(run.id, {}, { after: O.none, limit: 1000 })()).lines;
    await opened.close();
  }, 120_000);

  afterAll(() => sandbox.stop());

  it('ends with every record sent or excluded, and none failed', () => {
    expect(run.status).toBe('finished');
    expect(entries.filter(({ storefront }) => storefront === 'sample-store')).toHaveLength(130);
    expect(entries.filter(({ storefront }) => storefront === 'billing').length).toBeGreaterThan(240);
    expect(entries.filter(({ outcome }) => outcome === 'failed')).toStrictEqual([]);
    expect(sandbox.taxService.journal()).toHaveLength(entries.filter(({ outcome }) => outcome === 'succeeded').length);
  });

  it.each([
    "payment of the shop's fourth order",
    "payment of another order of the shop's",
    "payment of a third order of the shop's",
    'payment that the shop knows by its id',
  ])('records the sale once: %s', (situation) => {
    const [charge, ...more] = billing(situation);
    expect(more).toStrictEqual([]);
    expect(charge).toMatchObject({ outcome: 'skipped', reason: 'belongs to another storefront' });
    expect(charge?.message).toContain('sample-store');
  });

  it('records a sale that is merely like another one, and points at it', () => {
    expect(billing("sale that is merely like one of the shop's")).toMatchObject([
      { outcome: 'succeeded', findings: expect.arrayContaining(['possible duplicate']) },
    ]);
  });

  it('takes no other charge for an order of the shop', () => {
    const otherStorefronts = entries.filter(({ reason }) => reason === 'belongs to another storefront');
    expect(otherStorefronts.every(({ storefront }) => storefront === 'billing')).toBe(true);
    // The fifth is a connected account's.
    expect(otherStorefronts).toHaveLength(5);
  });
});
