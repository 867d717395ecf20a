import { describe, expect, it } from '@jest/globals';
import { apiKey, syncAll } from '../support/a-world.ts';
import { cliWorlds } from '../support/cli-worlds.ts';

const world = cliWorlds();

/** A service that holds other values for the first order: another client wrote them under its id. */
const differing = async (corrections?: 'PUT' | 'PATCH' | 'DELETE') => {
  const made = await world({
    shop: { orders: 3 },
    taxService: {
      faults: [{ on: 'push', times: 1, fault: { kind: 'foreign' } }],
      ...(corrections !== undefined && { corrections: [corrections] }),
    },
    ...(corrections !== undefined && { service: { wire: { corrections } } }),
  });
  const { code, out } = await made.cli(syncAll);
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ attempted: 3, alreadyPresent: 1, differing: 1 });
  return made;
};

const ordersOf = ['#1001', '#1002', '#1003'];

/** The order whose transaction the service holds with other values: pushes are concurrent, so it may be any of them. */
const differingOrder = async ({ cli }: Awaited<ReturnType<typeof differing>>): Promise<string> => {
  for (const order of ordersOf) {
    const { out } = await cli(['correct', 'us-store', order]);
    if (out.includes('other values')) return order;
  }
  throw new Error('no order differs');
};

describe('tax-nexus correct', () => {
  it.each(['PUT', 'PATCH', 'DELETE'] as const)(
    'shows old and new values, changes nothing without --yes, and replaces one transaction by %s with it',
    async (method) => {
      const made = await differing(method);
      const { cli, taxService } = made;
      const order = await differingOrder(made);
      const shown = await cli(['correct', 'us-store', order]);
      expect(shown.code).toBe(1);
      expect(shown.out).toMatch(/ {2}total: 1\.00 becomes \d+\.\d\d\n/);
      expect(shown.out).toContain('run the command again with --yes');
      expect(Object.keys(taxService.answers()).filter((answer) => answer.startsWith('correct'))).toStrictEqual([]);
      const done = await cli(['correct', 'us-store', order, '--yes']);
      expect(done).toMatchObject({ code: 0, err: '' });
      expect(done.out).toContain('corrected at the service.');
      const explained = await cli(['explain', 'us-store', order]);
      expect(explained.out).toContain('The service holds the same.');
      expect(explained.out).toMatch(/Correction sent by .+: no clear answer: the request began\n/);
      expect(explained.out).toMatch(/Correction sent by .+: accepted: .*total/);
      const again = await cli(syncAll);
      expect(again.code).toBe(0);
      expect(JSON.parse(again.out)).toMatchObject({ attempted: 3, alreadyPresent: 3, differing: 0 });
      expect((await cli(['correct', 'us-store', order, '--yes'])).out).toContain('the service holds the same');
    },
  );

  it.each([undefined, 'PUT'] as const)(
    'offsets what the service holds and sends what is right (service.wire.corrections: %s), with who agreed',
    async (corrections) => {
      const made = await differing(corrections);
      const { cli, taxService } = made;
      const order = await differingOrder(made);
      const way = corrections === undefined ? [] : ['--way', 'offset'];
      const shown = await cli(['correct', 'us-store', order]);
      expect(shown.out).toContain(
        corrections === undefined ? 'To offset it by its opposite and send what is right, run' : 'add --way offset.',
      );
      const posts = taxService.journal().length;
      const done = await cli(['correct', 'us-store', order, ...way, '--by', 'Ada', '--yes']);
      expect(done).toMatchObject({ code: 0, err: '' });
      expect(done.out).toMatch(/: offset by .+:undone:changed-1, sent again as .+:restored:changed-1\.\n/);
      expect(taxService.journal()).toHaveLength(posts + 2);
      expect((await cli(['explain', 'us-store', order])).out).toMatch(/by Ada/);
      const again = await cli(syncAll);
      expect(again.code).toBe(0);
      expect(JSON.parse(again.out)).toMatchObject({ differing: 0, failed: 0 });
      expect(taxService.journal()).toHaveLength(posts + 2);
      expect((await cli(['correct', 'us-store', order, '--yes'])).out).toContain('the service holds the same');
    },
  );

  it('refuses a way that the settings do not name, and changes nothing', async () => {
    const made = await differing();
    const posts = made.taxService.journal().length;
    const order = await differingOrder(made);
    const { code, err } = await made.cli(['correct', 'us-store', order, '--way', 'replace', '--yes']);
    expect(code).toBe(1);
    expect(err).toContain('service.wire.corrections names the ways');
    expect(made.taxService.journal()).toHaveLength(posts);
  });

  it('finishes a correction by deletion that was cut off between the deletion and the new push', async () => {
    const made = await differing('DELETE');
    const order = await differingOrder(made);
    made.taxService.setFaults([{ on: 'push', times: 1, fault: { kind: 'status', status: 503, when: 'before' } }]);
    const cut = await made.cli(['correct', 'us-store', order, '--yes']);
    expect(cut.code).toBe(1);
    expect(cut.err).toContain('Run the command again');
    const resumed = await made.cli(['correct', 'us-store', order, '--yes']);
    expect(resumed.out).toContain('sent before, and the service no longer holds it');
    expect(resumed.code).toBe(0);
    expect((await made.cli(['explain', 'us-store', order])).out).toContain('The service holds the same.');
  });

  it('pushes a sale again that was confirmed and then deleted at the service, after --yes', async () => {
    const { cli, taxService } = await world({
      shop: { orders: 3 },
      taxService: { corrections: ['DELETE'] },
      service: { wire: { corrections: 'DELETE' } },
    });
    await cli(syncAll);
    const { id = '', name = '' } = taxService.journal()[0] ?? {};
    const headers = { authorization: `Bearer ${apiKey}` };
    await fetch(`${taxService.origin}/transactions/${encodeURIComponent(id)}`, { method: 'DELETE', headers });
    expect((await cli(['correct', 'us-store', name])).out).toContain(
      `${id}: sent before, and the service no longer holds it.`,
    );
    expect(await cli(['correct', 'us-store', name, '--yes'])).toMatchObject({ code: 0, err: '' });
    expect((await cli(['explain', 'us-store', name])).out).toContain('The service holds the same.');
  });

  it.each([undefined, 'DELETE'] as const)(
    'sends all again that are gone from the service, after --yes (service.wire.corrections: %s)',
    async (corrections) => {
      const { cli, taxService } = await world({
        shop: { orders: 8 },
        taxService: { corrections: ['DELETE'] },
        ...(corrections !== undefined && { service: { wire: { corrections } } }),
      });
      await cli(syncAll);
      const headers = { authorization: `Bearer ${apiKey}` };
      const stored = [...taxService.journal()];
      const lost = stored.filter((_one, index) => [1, 4, 6].includes(index));
      for (const { id } of lost)
        await fetch(`${taxService.origin}/transactions/${encodeURIComponent(id)}`, { method: 'DELETE', headers });
      const noticed = await cli(syncAll);
      expect(JSON.parse(noticed.out)).toMatchObject({ held: { 'gone from the service': 3 } });
      const status = await cli(['status']);
      expect(status.out).toContain('3 sales need you');
      const shown = await cli(['correct', 'us-store', '--gone']);
      expect(shown.code).toBe(1);
      for (const { name } of lost) expect(shown.out).toContain(name);
      const posts = taxService.journal().length;
      expect(await cli(['correct', 'us-store', '--gone', '--yes'])).toMatchObject({ code: 0, err: '' });
      expect(taxService.journal()).toHaveLength(posts + 3);
      const settled = await cli(syncAll);
      expect(JSON.parse(settled.out)).toMatchObject({ alreadyPresent: 8, held: {} });
      expect(taxService.journal()).toHaveLength(posts + 3);
      const again = await cli(['correct', 'us-store', '--gone', '--yes']);
      expect(again).toMatchObject({ code: 0 });
      expect(again.out).toContain('0 of us-store');
    },
  );

  it('wants one order, or --gone', async () => {
    const { cli } = await world({ shop: { orders: 1 } });
    expect(await cli(['correct', 'us-store'])).toMatchObject({ code: 2 });
    expect(await cli(['correct', 'us-store', '#1001', '--gone'])).toMatchObject({ code: 2 });
    expect(await cli(['correct', 'us-store', '--undone', '--gone'])).toMatchObject({ code: 2 });
  });

  it('corrects an order whose tax the platform recalculated for a new address, with old and new tax and state', async () => {
    const { cli, taxService, shop } = await world({
      shop: { orders: 12 },
      taxService: { corrections: ['PUT'] },
      service: { wire: { corrections: 'PUT' } },
    });
    await cli(syncAll);
    const sentTo = async (): Promise<unknown> => {
      const { id = '' } = taxService.journal().find(({ name }) => name.startsWith('Shopify #1002 ')) ?? {};
      const headers = { authorization: `Bearer ${apiKey}` };
      const answer = await fetch(`${taxService.origin}/transactions/${encodeURIComponent(id)}`, { headers });
      return answer.json();
    };
    const before = await sentTo();
    shop.moveOrder(1, 'WA');
    const again = JSON.parse((await cli(syncAll)).out) as { readonly adjustments: unknown };
    expect(again.adjustments).toContainEqual(expect.objectContaining({ kind: 'drift', count: 1 }));
    const shown = await cli(['correct', 'us-store', '#1002']);
    expect(shown.out).toMatch(/taxCollected: \d+\.\d\d becomes \d+\.\d\d/);
    expect(shown.out).toContain('shipToAddress.state');
    expect(await sentTo()).toStrictEqual(before);
    expect(await cli(['correct', 'us-store', '#1002', '--yes'])).toMatchObject({ code: 0, err: '' });
    expect(await sentTo()).toMatchObject({ shipToAddress: { state: 'WA' } });
    const settled = JSON.parse((await cli(syncAll)).out) as { readonly adjustments: readonly { kind: string }[] };
    expect(settled.adjustments.filter(({ kind }) => kind === 'drift')).toStrictEqual([]);
  });

  it('does not send a sale that was never pushed', async () => {
    const { cli, taxService } = await world({ shop: { orders: 3 }, service: { wire: { corrections: 'PUT' } } });
    const { code, out } = await cli(['correct', 'us-store', '#1001', '--yes']);
    expect(code).toBe(1);
    expect(out).toContain('The service does not hold it. Run the sync to push it.');
    expect(taxService.journal()).toHaveLength(0);
  });

  it('names an unknown order', async () => {
    const { cli } = await world({ shop: { orders: 1 } });
    expect(await cli(['correct', 'us-store', '#9999'])).toMatchObject({ code: 2, out: '' });
  });
});
