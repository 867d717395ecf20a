import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, appendFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTaxService, type TaxServiceOptions, type TaxServiceStandIn } from '../../../sandbox/index.ts';
import { aBody, type ServiceClient, serviceClient } from '../support/service-client.ts';

const running: TaxServiceStandIn[] = [];

const start = async (options: TaxServiceOptions = {}): Promise<[TaxServiceStandIn, ServiceClient]> => {
  const service = await startTaxService(options);
  running.push(service);
  return [service, serviceClient(service)];
};

afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.stop()));
});

describe('faults of the stand-in service', () => {
  it('can fail before anything is stored, so many times and after so many', async () => {
    const [service, client] = await start({
      faults: [
        { on: 'push', skip: 1, times: 1, fault: { kind: 'status', status: 503, when: 'before', retryAfter: '2' } },
      ],
    });
    const push = async (id: string): Promise<number> => (await client.push(aBody({ id, name: id }))).status;

    expect([await push('a'), await push('b'), await push('b')]).toStrictEqual([200, 503, 200]);
    expect(service.journal().map(({ id }) => id)).toStrictEqual(['a', 'b']);
  });

  it('can cut the connection after the transaction was stored', async () => {
    const [service, client] = await start({ faults: [{ on: 'push', fault: { kind: 'drop', when: 'after' } }] });

    await expect(client.push(aBody())).rejects.toThrow();
    expect(service.journal()).toHaveLength(1);
    expect(service.answers()).toStrictEqual({ 'push cut': 1 });
  });

  it('can cut the connection in the middle of an answer', async () => {
    const [service, client] = await start({ faults: [{ on: 'push', fault: { kind: 'half', when: 'after' } }] });

    await expect(client.push(aBody())).rejects.toThrow();
    expect(service.journal()).toHaveLength(1);
  });

  it('can answer 200 with nonsense, although nothing is stored', async () => {
    const [service, client] = await start({ faults: [{ on: 'any', fault: { kind: 'garbage', when: 'before' } }] });
    const answered = await client.push(aBody());

    expect(answered.status).toBe(200);
    expect(() => JSON.parse(answered.text) as unknown).toThrow();
    expect(service.journal()).toStrictEqual([]);
  });

  it("can let another client's transaction take the id first", async () => {
    const [service, client] = await start({ faults: [{ on: 'push', times: 1, fault: { kind: 'foreign' } }] });
    const pushed = await client.push(aBody());
    const found = await client.get('/transactions/shopify%3A1%3A1001');

    expect(pushed.status).toBe(409);
    expect(JSON.parse(found.text)).toMatchObject({ name: "Another client's shopify:1:1001", total: 1 });
    expect(service.journal()).toStrictEqual([]);
  });

  it('strikes the same requests for the same seed when it strikes by chance', async () => {
    const statuses = async (seed: number): Promise<readonly number[]> => {
      const [, client] = await start({
        seed,
        faults: [{ on: 'find', chance: 0.5, fault: { kind: 'status', status: 500, when: 'before' } }],
      });
      const found: number[] = [];
      for (let count = 0; count < 20; count += 1) found.push((await client.get('/transactions/none')).status);
      return found;
    };
    const first = await statuses(7);

    expect(await statuses(7)).toStrictEqual(first);
    expect(await statuses(8)).not.toStrictEqual(first);
    expect(new Set(first)).toStrictEqual(new Set([404, 500]));
  });

  it('answers 429 with Retry-After above its rate, and lets requests through again later', async () => {
    let now = 0;
    const [, client] = await start({ rateLimit: { requests: 2, perMilliseconds: 60_000 }, now: () => now });
    const list = async (): Promise<number> => (await client.get('/transactions')).status;

    expect([await list(), await list(), await list()]).toStrictEqual([200, 200, 429]);
    expect((await client.get('/transactions')).headers.get('retry-after')).toBe('60');
    now = 60_000;
    expect(await list()).toBe(200);
  });
});

describe('the journal of the stand-in service', () => {
  it('is on disk before the answer, and is the memory of the next start', async () => {
    const journalFile = join(await mkdtemp(join(tmpdir(), 'sandbox-')), 'journal.ndjson');
    const [, client] = await start({ journalFile });
    await client.push(aBody());
    const written = await readFile(journalFile, 'utf8');
    await appendFile(journalFile, '{"key":0,"id":"cut off');

    const [again, second] = await start({ journalFile });
    await second.push(aBody({ id: 'later', name: 'later' }));
    const [third] = await start({ journalFile });

    expect(written).toContain('shopify:1:1001');
    expect((await second.push(aBody())).status).toBe(409);
    expect(again.journal().map(({ id }) => id)).toStrictEqual(['shopify:1:1001', 'later']);
    expect(third.journal().map(({ id }) => id)).toStrictEqual(['shopify:1:1001', 'later']);
  });
});
