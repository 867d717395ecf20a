import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { held } from '../../src/domain/exclusion.ts';
import { defaultPolicy, type PolicyChoices } from '../../src/mapping/policy.ts';
import { findCorrections } from '../../src/reconcile/find-corrections.ts';
import { explain } from '../../src/reconcile/explain.ts';
import { type PreviewedSale, previewSetting } from '../../src/reconcile/preview-setting.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import type { BeforePush } from '../../src/pipeline/ports.ts';
import { aRefund } from '../support/a-refund.ts';
import { sendsRefunds } from '../support/a-policy.ts';
import { aSplitSale } from '../support/a-split-sale.ts';
import { aSync, paged, sales, transactionId } from '../support/a-sync.ts';
import { faults } from '../support/memory-tax-service.ts';
import { left, right } from '../support/right.ts';
import { scriptedConnector } from '../support/scripted-connector.ts';

const explained = async (sync: ReturnType<typeof aSync>, id = '9001') =>
  right(await sync.clock.run(explain(sync.ports)('us-store', id)));

describe('an explanation', () => {
  it('gives every number as a decimal, each decision with its fields, and of the place no street', async () => {
    const sync = aSync({ script: { pages: paged(sales(1), 1) } });
    const why = await explained(sync);
    expect(why).toMatchObject({
      name: '#1',
      result: {
        _tag: 'Transaction',
        total: '112.26',
        shippingHandling: '5.00',
        taxCollected: '7.25',
        lines: [{ amount: '100.01', quantity: 1, discount: '0.00', total: '100.01', tax: '7.25' }],
        shipTo: { state: 'CA', zip: '94607', country: 'US' },
        store: { status: 'never tried', isSame: null },
        service: { _tag: 'Absent' },
      },
    });
    expect(inspect(why, { depth: 9 })).not.toMatch(/CANARY|Oakland/);
    expect(why.result._tag === 'Transaction' && why.result.decisions.length).toBeGreaterThan(0);
  });

  it('states the rule of goods that came back without their money, where refunds are only reported', async () => {
    const returned = aRefund({
      lines: [{ lineId: '71', quantity: 1, amount: 10_000n, tax: 725n }],
      ...{ adjustment: { amount: -10_725n, tax: 0n }, total: 0n },
    });
    const listed = { amount: 0n, tax: -725n, sent: false, currency: 'USD', message: 'goods were returned' };
    const exchanged = { ...returned, kind: 'return' as const, id: '77' };
    const { occurredAt } = returned;
    const adjustments = [{ ...listed, kind: 'return' as const, id: '77', occurredAt }];
    const [sale] = sales(1);
    const pages = paged([{ ...sale, refunds: [returned], amendments: [exchanged], adjustments } as Sale], 1);
    const because = {
      ...{ amount: 0n, tax: null, sent: false },
      message: expect.stringContaining('does not state whether the tax went back'),
    };
    expect((await explained(aSync({ script: { pages } }))).adjustments).toMatchObject([
      { kind: 'refund', ...because },
      { kind: 'return', ...because },
    ]);
  });

  it('states why a later change is not sent, also where refunds are only listed, and which one was', async () => {
    const tip = {
      ...sales(1)[0]?.lines[0],
      id: 'tip',
      kind: 'tip',
      listed: 3_000n,
      taxes: [],
    } as Sale['lines'][number];
    const asTip = aRefund({ id: '1', lines: [], adjustment: { amount: 3_000n, tax: 0n }, total: 3_000n });
    const pending = aRefund({
      id: '2',
      lines: [],
      adjustment: { amount: 500n, tax: 0n },
      total: 500n,
      isSettled: false,
    });
    const other = aRefund({ id: '3', lines: [], adjustment: { amount: 500n, tax: 0n }, total: 500n });
    const [sale] = sales(1) as [Sale];
    const refunds = [asTip, pending, other];
    const stated = sale.statedTotal === null ? null : sale.statedTotal + 3_000n;
    const pages = paged([{ ...sale, lines: [...sale.lines, tip], refunds, statedTotal: stated }], 1);
    const listed = await explained(aSync({ script: { pages } }));
    expect(listed.adjustments.map(({ message }) => message)).toStrictEqual([
      expect.stringMatching(/only lists it, and could not send it\. 30\.00 USD .+ as much as a gift card, a tip/),
      pending.message,
      other.message,
    ]);
    const sync = aSync({ script: { pages }, policy: sendsRefunds });
    await sync.finish();
    expect((await explained(sync)).adjustments).toMatchObject([
      { sent: false, message: expect.stringContaining('as much as a gift card, a tip') },
      { sent: false, message: expect.stringContaining('sent once the money has arrived') },
      { sent: true, message: other.message },
    ]);
  });

  it('shows both parts of a split sale, and why one of them is held', async () => {
    const pages = paged([aSplitSale({ references: ['shopify:order:5012345678'] })], 1);
    const sync = aSync({ script: { pages }, policy: { marketplaceSales: 'hold' } });
    const expected = {
      result: { _tag: 'Transaction', total: '5.41', service: { _tag: 'Absent' } },
      marketplacePart: { _tag: 'Excluded', outcome: 'held', reason: 'marketplace sale held' },
    };
    expect(await explained(sync, '5012345678')).toMatchObject(expected);
    await sync.finish();
    const { store, clock, world } = sync;
    const sent = aSync({ script: { pages }, store, clock, world });
    expect(await explained(sent, '5012345678')).toMatchObject({
      result: { store: { status: 'confirmed', isSame: true }, service: { _tag: 'Same' } },
      marketplacePart: { _tag: 'Transaction', total: '100.00', marketplace: 'WALMART' },
    });
  });

  it('shows all that the service has of a sale, also to a new sync database', async () => {
    const [sale] = sales(1);
    const pages = paged([{ ...sale, refunds: [aRefund()] } as Sale], 1);
    const sync = aSync({ script: { pages }, policy: sendsRefunds });
    expect((await explained(sync)).sent).toStrictEqual([]);
    await sync.finish();
    const { clock, world } = sync;
    const renewed = aSync({ script: { pages: [] }, policy: sendsRefunds, clock, world });
    await renewed.finish();
    const asked = aSync({ script: { pages }, policy: sendsRefunds, clock, world, store: renewed.store });
    const rows = (await explained(asked)).sent.map(({ what, status, total }) => [what, status, Number(total)]);
    expect(rows).toStrictEqual([
      ['sale', 'listed', 112.26],
      ['refund', 'listed', -10],
    ]);
  });

  it('names the rule for a canceled order of which all went back', async () => {
    const all = aRefund({ adjustment: { amount: 10_501n, tax: 725n }, total: 11_226n });
    const rulesOf = async (isCanceled: boolean) => {
      const canceled = sales(1).map((sale) => ({ ...sale, isCanceled, refunds: [all] }));
      const { result } = await explained(aSync({ script: { pages: paged(canceled, 1) } }));
      return result._tag === 'Transaction' ? result.decisions.map(({ value }) => value) : [];
    };
    expect(await rulesOf(true)).toContain('canceled and paid back');
    expect(await rulesOf(false)).not.toContain('canceled and paid back');
  });

  it('shows what the rule of the app makes of a sale', async () => {
    const asked = async (beforePush: BeforePush) =>
      (await explained(aSync({ script: { pages: paged(sales(1), 1) }, ports: { beforePush } }))).result;
    expect(await asked(() => 'skip')).toMatchObject({ outcome: 'skipped', reason: 'skipped by your app' });
    expect(await asked(() => Promise.reject(new TypeError()))).toMatchObject({
      outcome: 'held',
      reason: 'app rule failed',
    });
    const changed = await asked((transaction) => ({ ...transaction, entity: 'CHURCH', id: 'another' }));
    expect(changed).toMatchObject({ id: transactionId('9001'), entity: 'CHURCH', total: '112.26' });
    expect(changed._tag === 'Transaction' && changed.decisions.at(-1)?.value).toBe('changed by your app');
  });

  it('shows what the sync database and the service hold after a run', async () => {
    const sync = aSync({ script: { pages: paged(sales(1), 1) } });
    await sync.finish();
    expect((await explained(sync)).result).toMatchObject({
      store: { status: 'confirmed', isSame: true },
      service: { _tag: 'Same' },
    });
  });

  it('takes a number that the connector does not know from any run, and asks which record where several have it', async () => {
    const [one, other] = sales(2);
    if (one === undefined || other === undefined) throw new Error('two sales are needed');
    const sync = aSync({ script: { pages: paged([one, other], 2) } });
    await sync.finish();
    expect(await explained(sync, '#2')).toMatchObject({ sourceId: '9002', name: '#2' });
    expect(right(await sync.clock.run(findCorrections(sync.ports)('us-store', '#2')))).toMatchObject([
      { _tag: 'Same', id: expect.stringContaining('9002') as unknown },
    ]);

    await sync.finish({ range: { from: '2027-01-01', to: '2027-01-02' } });
    expect(await explained(sync, ' #2 ')).toMatchObject({ sourceId: '9002', name: '#2' });

    const sameNumber = { ...other, identity: { ...other.identity, number: '#1' } };
    const twice = aSync({ script: { pages: paged([one, sameNumber], 2) } });
    await twice.finish();
    const failure = left(await twice.clock.run(explain(twice.ports)('us-store', '#1')));
    expect(failure.message).toMatch(
      /several records "#1"\. Use the id of one of them: 9001 \(\d{4}-\d\d, 112\.26 USD\), 9002/,
    );
    expect(left(await twice.clock.run(explain(twice.ports)('us-store', '#7'))).message).toContain('no record "#7"');
  });

  it('names the fields in which the service differs', async () => {
    const pages = paged(sales(1), 1).map((page) => [...page]);
    const sync = aSync({ script: { pages } });
    await sync.finish();
    pages[0] = sales(1).map((sale) => E.right({ ...sale, orderDiscount: 100n }));
    expect((await explained(sync)).result).toMatchObject({
      store: { status: 'confirmed', isSame: false },
      service: { _tag: 'Differs', fields: ['total', 'subtotal'] },
    });
  });

  it('shows the reason of an excluded record', async () => {
    const sync = aSync({
      script: { pages: [[E.left(held({ sourceId: '9001', name: '#1' }, 'missing address', 'it has none'))]] },
    });
    expect((await explained(sync)).result).toEqual({
      _tag: 'Excluded',
      outcome: 'held',
      reason: 'missing address',
      message: 'it has none',
    });
  });

  it('calls a record whose id cannot be read by the one under which it was asked for', async () => {
    const nameless = E.left(held({ sourceId: '', name: '' }, 'unreadable record', 'id: expected string'));
    const { ports, clock } = aSync({ script: { pages: [] } });
    const connector = { ...scriptedConnector({ pages: [] }), readRecord: () => TE.right(O.some(nameless)) };
    const storefronts = { 'us-store': { connector, policy: defaultPolicy } };
    expect(right(await clock.run(explain({ ...ports, storefronts })('us-store', '9001')))).toMatchObject({
      sourceId: '9001',
      name: '9001',
      result: { reason: 'unreadable record' },
    });
  });

  it('of a sale that is held lists the parts, so that the missing cents can be found', async () => {
    const pages = [sales(1).map((sale) => E.right({ ...sale, statedTotal: 11_363n }))];
    const { result } = await explained(aSync({ script: { pages } }));
    expect(result).toMatchObject({
      reason: 'totals do not add up',
      parts: {
        currency: 'USD',
        parts: [
          { quantity: 1, listed: '100.01', tax: '7.25' },
          { name: expect.stringMatching(/^shipping: /), quantity: null, listed: '5.00' },
        ],
        sum: '112.26',
        stated: '113.63',
      },
    });
  });

  it('reports when the service cannot be reached', async () => {
    const sync = aSync({ script: { pages: paged(sales(1), 1) }, service: { fault: () => faults.credentials } });
    expect((await explained(sync)).result).toMatchObject({ service: { _tag: 'Unknown' } });
  });

  it('changes nothing', async () => {
    const sync = aSync({ script: { pages: paged(sales(1), 1) } });
    await explained(sync);
    expect(sync.world.journal).toHaveLength(0);
    expect(right(await sync.store.findRun({ _tag: 'None' })())).toEqual({ _tag: 'None' });
  });

  it('of an unknown record or storefront is an error', async () => {
    const sync = aSync({ script: { pages: [] } });
    expect(left(await sync.clock.run(explain(sync.ports)('us-store', '1')))).toMatchObject({ _tag: 'UnknownRecord' });
    expect(left(await sync.clock.run(explain(sync.ports)('x', '1')))).toMatchObject({ _tag: 'UnknownStorefront' });
  });
});

describe('the preview of a setting', () => {
  it('maps records again as if it were made, next to the tax of today, and sends and stores nothing', async () => {
    const [one, two] = sales(2).map((sale) => ({ ...sale, payment: 'partially paid' as const }));
    if (one === undefined || two === undefined) throw new Error('two sales are needed');
    const held = { ...two, destinations: [] };
    const sync = aSync({ script: { pages: paged([one, held], 2) } });
    await sync.finish();
    const lines = ['9001', '9002', '9'].map((sourceId) => ({
      ...{ storefront: 'us-store', sourceId, lineId: `shopify:548380009:${sourceId}` },
    }));
    const preview = (choice: PolicyChoices): Promise<readonly PreviewedSale[]> =>
      sync.clock.run(() => previewSetting(sync.ports)(lines, choice));
    const none = { tax: 0n, taxToday: 0n };
    expect(await preview({ partiallyPaid: 'send' })).toStrictEqual([
      { outcome: 'succeeded', reason: null, currency: 'USD', total: 11_226n, tax: 725n, taxToday: 0n },
      { outcome: 'held', reason: 'missing address', currency: 'USD', total: two.statedTotal, ...none },
    ]);
    expect((await preview({ partiallyPaid: 'skip' })).map(({ outcome }) => outcome)).toStrictEqual([
      'skipped',
      'skipped',
    ]);
    expect([sync.world.journal, sync.ports.storefronts['us-store']?.policy.partiallyPaid]).toStrictEqual([[], 'hold']);
  });

  it('does not let a person wait for a platform that asks for a pause', async () => {
    const sync = aSync({ script: { pages: [] } });
    const configured = sync.ports.storefronts['us-store'];
    if (configured === undefined) throw new Error('there is no storefront');
    const slow = { _tag: 'SourceThrottled', message: 'slow down', retryAfterMs: 600_000 } as const;
    const connector = { ...configured.connector, readRecord: () => TE.left(slow) };
    const ports = { ...sync.ports, storefronts: { 'us-store': { ...configured, connector } } };
    const lines = Array.from({ length: 60 }, (_, index) => ({
      ...{ storefront: 'us-store', sourceId: String(index), lineId: `shopify:548380009:${index}` },
    }));
    const began = sync.clock.now();
    expect(await sync.clock.run(() => previewSetting(ports)(lines, { partiallyPaid: 'send' }))).toStrictEqual([]);
    expect(sync.clock.now() - began).toBeLessThan(60_000);
  });
});
