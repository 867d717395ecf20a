import { describe, expect, it } from '@jest/globals';
import { shopify } from '../../../connectors/shopify/index.ts';
import { stripe } from '../../../connectors/stripe/index.ts';
import { storefrontTable } from '../../../src/app/plugin/storefront-table.ts';
import { defaultPolicy, type PolicyChoices } from '../../../src/mapping/policy.ts';
import type { StorefrontSource } from '../../../src/mapping/source-connector.ts';
import { virtualClock } from '../../support/virtual-clock.ts';

const aShop = (taxAccount: string, policy?: PolicyChoices): StorefrontSource =>
  shopify({ shop: 'acme.myshopify.com', accessToken: 'shpat_1', taxAccount, policy });

const anAccount = (taxAccount: string): StorefrontSource =>
  stripe({ secretKey: 'rk_live_1', webhookSecrets: [], taxAccount });

const tableOf = (sources: Readonly<Record<string, StorefrontSource>>) =>
  storefrontTable(sources, { clock: virtualClock() }, (_, connector) => connector);

describe('the storefronts of an account', () => {
  it('have its policy below their own, the ones that are added later as well; others have not', () => {
    const table = tableOf({ own: aShop('acme', { tips: 'send' }), other: aShop('zenith') });
    table.setPolicy('acme', { tips: 'leave out', fees: 'leave out', adjustments: { refunds: 'send' } });
    table.set('later', anAccount('acme'));
    const adjustments = { ...defaultPolicy.adjustments, refunds: 'send' };
    expect(table.ports['own']?.policy).toEqual({ ...defaultPolicy, tips: 'send', fees: 'leave out', adjustments });
    expect(table.ports['later']?.policy).toEqual({ ...defaultPolicy, fees: 'leave out', adjustments });
    expect(table.ports['other']?.policy).toEqual(defaultPolicy);
  });

  it('are opened again when it changes, and only then', () => {
    const table = tableOf({ own: aShop('acme') });
    table.setPolicy('acme', { tips: 'send' });
    const before = table.ports['own'];
    table.setPolicy('acme', { tips: 'send' });
    expect(table.ports['own']).toBe(before);
    table.setPolicy('acme', {});
    expect(table.ports['own']?.policy).toEqual(defaultPolicy);
  });

  it('are the ones that name it, now', () => {
    const table = tableOf({ a: aShop('acme'), b: aShop('zenith') });
    const acme = table.portsOf('acme');
    expect(Object.keys(acme)).toEqual(['a']);
    table.set('b', aShop('acme'));
    expect(Object.keys(acme)).toEqual(['a', 'b']);
    expect(Object.keys(table.portsOf('zenith'))).toEqual([]);
    expect(table.accountOf('b')).toBe('acme');
    table.remove('a');
    expect(Object.keys(acme)).toEqual(['b']);
    expect(table.accountOf('a')).toBe('default');
  });

  it('keep their precedence, and one that is added can follow another one', () => {
    const table = tableOf({ shop: aShop('acme'), other: aShop('zenith'), billing: anAccount('acme') });
    const shop = table.ports['shop'];
    const billing = table.ports['billing'];
    table.set('history', aShop('acme'), 'shop');
    expect(table.names()).toEqual(['shop', 'history', 'other', 'billing']);
    expect(Object.keys(table.portsOf('acme'))).toEqual(['shop', 'history', 'billing']);
    expect([table.ports['shop'], table.ports['billing']]).toEqual([shop, billing]);
    table.set('history', aShop('acme'));
    expect(table.names()).toEqual(['shop', 'history', 'other', 'billing']);
  });
});
