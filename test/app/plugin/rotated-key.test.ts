import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import type { AccountsOption } from '../../../src/app/plugin/tax-nexus-options.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import type { StorefrontSource } from '../../../src/mapping/source-connector.ts';
import { aPostgres } from '../../support/a-postgres.ts';
import { last } from '../../support/a-plugin.ts';
import { anApp, aService, endAll, type ServiceOfAccounts } from '../../support/accounts-app.ts';
import { paged, sales } from '../../support/a-sync.ts';
import { scriptedConnector } from '../../support/scripted-connector.ts';
import { sized } from '../../support/size.ts';

endAll();
const postgres = aPostgres();
const range = { from: '2026-01-01', to: '2026-12-31' };
const count = 60;

/** A shop of many sales, a few on a page. */
const aLongShop = (): StorefrontSource => {
  const account = { id: '5001', name: 'shop', timeZone: 'UTC' };
  const own = sales(count).map((sale) => ({ ...sale, identity: { ...sale.identity, account: account.id } }));
  return {
    policy: defaultPolicy,
    taxAccount: 'acme',
    open: () => scriptedConnector({ pages: paged(own.map(E.right), 5), account }),
  };
};

/** A service of one account, which refuses the first key once it holds twenty sales, and every key that is not accepted. */
const rotating = async (accepts: (key: string) => boolean) => {
  const service: ServiceOfAccounts = await aService((key) => {
    const isRotated = (service.held.get('canary-1') ?? []).length >= 20;
    return (key === 'canary-1' ? isRotated : !accepts(key)) ? 'refuses' : 'well';
  }, 'one account');
  const asked: string[] = [];
  const accounts: AccountsOption = () => {
    asked.push(asked.length === 0 ? 'canary-1' : 'canary-2');
    return { apiKey: asked.at(-1) };
  };
  return { service, accounts, asked };
};

const heldBy = ({ held }: ServiceOfAccounts): readonly string[] => [...held.values()].flat();

describe('a key that is rotated in the middle of a historical sync', () => {
  it.each(sized({ quick: ['in this process'], all: ['in this process', 'on workers'] }))(
    'is asked for again, and the run goes on with the new one, %s',
    async (where) => {
      const { service, accounts, asked } = await rotating(() => true);
      const state = where === 'on workers' ? { state: await postgres().newDatabase() } : {};
      const { taxNexus, logged } = anApp({
        origin: service.origin,
        storefronts: { shop: aLongShop() },
        accounts,
        ...state,
      });
      const { id } = await taxNexus.historicalSync.start(range);
      expect(await last(taxNexus.historicalSync.watch(id))).toMatchObject({ status: 'finished', succeeded: count });
      expect(asked).toEqual(['canary-1', 'canary-2']);
      expect(service.held.get('canary-2')?.length).toBeGreaterThan(0);
      // Each once, whichever key it went with.
      expect(new Set(heldBy(service)).size).toBe(count);
      expect(heldBy(service)).toHaveLength(count);
      expect(JSON.stringify(logged)).not.toContain('canary');
    },
    60_000,
  );

  it('stops the run when the new one is refused as well, and what was sent stays', async () => {
    const { service, accounts, asked } = await rotating(() => false);
    const { taxNexus } = anApp({ origin: service.origin, storefronts: { shop: aLongShop() }, accounts });
    const { id } = await taxNexus.historicalSync.start(range);
    const end = await last(taxNexus.historicalSync.watch(id));
    expect(end).toMatchObject({ status: 'stopped', stops: [{ who: 'service', cause: 'credentials' }] });
    expect(heldBy(service).length).toBeGreaterThanOrEqual(20);
    expect(new Set(asked)).toEqual(new Set(['canary-1', 'canary-2']));
    expect(asked.length).toBeLessThanOrEqual(4);
  }, 60_000);
});
