import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool, type PoolClient } from 'pg';
import { createTaxNexus } from '../../../src/app/create-tax-nexus.ts';
import { TaxNexusError } from '../../../src/app/plugin/tax-nexus-error.ts';
import { aPostgres } from '../../support/a-postgres.ts';
import { silent } from '../../support/a-sync.ts';
import { sized } from '../../support/size.ts';

const postgres = aPostgres();
const unhandled: unknown[] = [];
const note = (error: unknown): void => void unhandled.push(error);
beforeAll(() => {
  process.on('unhandledRejection', note);
});
afterAll(() => {
  process.off('unhandledRejection', note);
});

interface Way {
  readonly how: string;
  readonly give: () => unknown;
  readonly says: RegExp;
}

/** What it throws may hold what it looked up. */
const quick: readonly Way[] = [
  {
    how: 'throws',
    give: () => {
      throw new TypeError('canary@example.com');
    },
    says: /failed \(TypeError\)/,
  },
  { how: 'rejects', give: () => Promise.reject(new RangeError('canary@example.com')), says: /failed \(RangeError\)/ },
  { how: 'returns nonsense', give: () => 42, says: /failed \(TypeError\)/ },
  { how: 'resolves to nonsense', give: () => Promise.resolve({}), says: /failed \(TypeError\)/ },
];
// Half a minute for each answer.
const hangs: Way = { how: 'gives no answer', give: () => new Promise(() => undefined), says: /cannot be reached/ };

describe('a host whose pool', () => {
  it.each(sized({ quick, all: [...quick, hangs] }))(
    '$how keeps its process, is sent an error, and starts once it is mended',
    async ({ give, says }) => {
      const connectionString = await postgres().newDatabase();
      let isBroken = true;
      const pool = new Pool({ connectionString });
      const state = { connect: (): Promise<PoolClient> => (isBroken ? (give() as never) : pool.connect()) };
      const taxNexus = createTaxNexus({
        service: { baseUrl: 'http://127.0.0.1:9', apiKey: 'key' },
        state,
        storefronts: {},
        logger: silent,
      });
      const failure: unknown = await taxNexus.start().catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(TaxNexusError);
      expect(String(failure)).toMatch(says);
      expect(String(failure)).not.toContain('canary');
      const ready = (): Promise<Response> => taxNexus.handler(new Request('https://host.example/tax-nexus/ready'));
      expect((await ready()).status).toBe(503);
      isBroken = false;
      await taxNexus.start();
      expect((await ready()).status).toBe(200);
      await taxNexus.stop();
      await pool.end();
      expect(unhandled).toStrictEqual([]);
    },
  );
});
