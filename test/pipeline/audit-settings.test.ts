import { describe, expect, it } from '@jest/globals';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import { auditSettings } from '../../src/pipeline/audit-settings.ts';
import { aSync } from '../support/a-sync.ts';

const { storefronts } = aSync({ script: { pages: [] } }).ports;
const [configured] = Object.values(storefronts);
if (configured === undefined) throw new Error('there is no storefront');

type Ports = Parameters<typeof auditSettings>[0];

const settingsOf = (policy: object, rest: Pick<Ports, 'version' | 'wire'> = {}): unknown => {
  const main = { ...configured, policy: { ...defaultPolicy, ...policy } };
  return JSON.parse(auditSettings({ storefronts: { main }, ...rest }, 'main'));
};

describe('the settings that a record of the audit names', () => {
  it('are the version, the wire profile, and nothing of the default policy', () => {
    expect(settingsOf({})).toStrictEqual({
      version: 'unknown',
      wire: { settings: {}, fingerprint: null },
      policy: {},
    });
    const wire = { settings: { identity: 'client' as const }, fingerprint: '0123456789abcdef0123456789abcdef' };
    expect(settingsOf({}, { version: '1.2.3', wire })).toStrictEqual({
      version: '1.2.3',
      wire: { settings: { identity: 'client' }, fingerprint: '0123456789abcdef' },
      policy: {},
    });
  });

  it('are what differs from the default policy, in the order of the names, and of a function that there is one', () => {
    const differing = { zeroTotals: 'hold', estimatedTax: 'send', adjustments: { ...defaultPolicy.adjustments } };
    expect(JSON.stringify(settingsOf({ ...differing, partiallyPaid: () => 'send' }))).toContain(
      '"policy":{"estimatedTax":"send","partiallyPaid":"a function","zeroTotals":"hold"}',
    );
    expect(settingsOf({ another: 1 })).toMatchObject({ policy: { another: 1 } });
  });

  it('are those of the storefront: of one that is not configured, none', () => {
    expect(auditSettings({ storefronts }, 'other')).toBe(
      '{"version":"unknown","wire":{"settings":{},"fingerprint":null},"policy":{}}',
    );
  });
});
