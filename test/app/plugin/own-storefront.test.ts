import { describe, expect, it } from '@jest/globals';
import { stripe } from '../../../connectors/stripe/index.ts';
import { describeComplaint } from '../../../src/app/configuration/complaint.ts';
import { readConfiguration } from '../../../src/app/configuration/read-configuration.ts';
import { settingsOfConfiguration } from '../../../src/app/settings-of-configuration.ts';
import { settingsOfOptions } from '../../../src/app/plugin/settings-of-options.ts';
import type { TaxNexusSettings } from '../../../src/app/plugin/settings.ts';
import { left, right } from '../../support/right.ts';
import { scriptedConnector } from '../../support/scripted-connector.ts';

const connector = scriptedConnector({ pages: [] });
const service = { baseUrl: 'https://api.example.com', apiKey: 'key' };
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

const inCode = (own: unknown): TaxNexusSettings => settingsOfOptions({ service, storefronts: { own } as never });
const inFile = (own: unknown) => readConfiguration({ service, storefronts: { own } }, { folder: '/srv', env: {} });

const complaintsInCode = (own: unknown) => left(inCode(own).foundation()).map(describeComplaint);
const complaintsInFile = (own: unknown) => left(inFile(own)).map(describeComplaint);

describe('a storefront with a connector of the host’s own', () => {
  const own = { connector, since: '2026-01-01', policy: { unpaid: 'send' } };

  it('is written in an app as in a configuration', async () => {
    const file = await settingsOfConfiguration(right(inFile(own)), log);
    for (const { sources } of [inCode(own), file]) {
      expect(sources['own']).toMatchObject({ since: '2026-01-01', policy: { unpaid: 'send', tips: 'leave out' } });
      expect(sources['own']?.open({} as never)).toBe(connector);
    }
  });

  it('takes the policy of its account where it has none of its own', () => {
    const source = inCode(own).sources['own']?.withDefaults?.({ unpaid: 'wait', tips: 'send' });
    expect(source?.policy).toMatchObject({ unpaid: 'send', tips: 'send' });
  });

  it('is refused with what is wrong in its settings', () => {
    const wrong = { ...own, policy: { unpaid: 'later' }, shop: 'acme.myshopify.com' };
    const complaints = [
      expect.stringContaining('policy.unpaid: it is not one of the allowed values. Write "wait" or "send"'),
      expect.stringContaining('shop: there is no setting of this name'),
    ];
    expect(complaintsInFile(wrong)).toStrictEqual(complaints);
    expect(complaintsInCode(wrong).join().split('; shop')).toHaveLength(2);
  });

  it.each([
    ['a connector alone', connector],
    ['options of a configuration', { connector: 'stripe', secretKey: 'rk_test_1', timeZone: 'UTC' }],
  ])('is not %s in an app', (_, other) => {
    expect(complaintsInCode(other)).toStrictEqual([expect.stringMatching(/Write .*\{ connector: … \}/)]);
  });

  it.each([
    ['a connector alone', connector],
    ['what an app makes by a function', stripe({ secretKey: 'rk_test_1' })],
  ])('is not %s in a configuration', (_, other) => {
    expect(complaintsInFile(other)).toStrictEqual([
      expect.stringContaining(
        'storefronts.own: it is a connector, or a storefront made by a function. Write { connector: … }',
      ),
    ]);
  });
});
