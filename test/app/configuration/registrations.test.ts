import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { describeComplaint } from '../../../src/app/configuration/complaint.ts';
import { readConfiguration } from '../../../src/app/configuration/read-configuration.ts';
import { serviceSettings } from '../../../src/app/configuration/service-settings.ts';
import { askForAccount } from '../../../src/app/plugin/account-settings.ts';
import { readSetting } from '../../../src/domain/setting.ts';
import { right } from '../../support/right.ts';

const read = (registrations?: unknown) => {
  const written = { baseUrl: 'https://api.example.com', apiKey: 'key', registrations };
  const service = readSetting('service')(serviceSettings({}, true), written);
  return E.isRight(service) ? service.right.registrations : service.left.map(describeComplaint);
};

describe('service.registrations', () => {
  it('are none unless they are set', () => {
    expect(read()).toStrictEqual({});
  });

  it('say since when and by whom, and what is managed elsewhere', () => {
    const written = {
      TX: { since: '2023-05-01', by: 'our accountant' },
      CA: { since: '2022-01-01' },
      WA: { status: 'managed elsewhere' },
      NY: { status: 'managed elsewhere', since: null, by: null },
    };
    expect(read(written)).toStrictEqual({
      TX: { status: 'registered', since: '2023-05-01', by: 'our accountant' },
      CA: { status: 'registered', since: '2022-01-01', by: null },
      WA: { status: 'managed elsewhere', since: null, by: null },
      NY: { status: 'managed elsewhere', since: null, by: null },
    });
  });

  it('are refused with what is wrong, each by its place', () => {
    const wrong = {
      ...{ MT: { since: '2023-05-01' }, TX: {}, CA: { since: '2023-02-30' }, WA: 'us' },
      NY: { status: 'soon', since: '2023-05-01', from: 1 },
    };
    const at = 'service.registrations';
    expect(read(wrong)).toStrictEqual([
      expect.stringContaining(`${at}.MT: it is not the code of a US state with a sales tax`),
      expect.stringContaining(`${at}.TX.since: it is missing`),
      expect.stringContaining(`${at}.CA.since: it is not a day of the calendar`),
      expect.stringContaining(`${at}.WA: it is not an object`),
      expect.stringContaining(`${at}.NY.status: it is not one of the allowed values`),
      expect.stringContaining(`${at}.NY.from: there is no setting of this name`),
    ]);
  });

  const service = { baseUrl: 'https://api.example.com', apiKey: 'key', registrations: { TX: { since: '2023-05-01' } } };
  const zenith = { apiKey: 'z', registrations: { CA: { since: '2024-01-01' } } };
  const configured = (accounts: object) =>
    right(
      readConfiguration(
        {
          ...{ service, accounts },
          storefronts: { billing: { connector: 'stripe', secretKey: 'rk_test_1', timeZone: 'UTC' } },
        },
        { folder: '/srv', env: {} },
      ),
    );

  it('of one business are never those of another', () => {
    const { service, accounts } = configured({ acme: { apiKey: 'a' }, zenith });
    const statesOf = (one: { readonly registrations: object } | undefined) => Object.keys(one?.registrations ?? {});
    expect([statesOf(service), statesOf(accounts['acme']), statesOf(accounts['zenith'])]).toStrictEqual([
      ['TX'],
      [],
      ['CA'],
    ]);
  });

  it('of one business are never those of another, whose settings the app returns', async () => {
    const accounts = (account: string) => (account === 'zenith' ? zenith : { apiKey: 'a' });
    const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
    const ask = askForAccount({ accounts, log }, configured({}));
    const statesOf = async (account: string) => {
      const asked = await ask(account);
      return asked === undefined ? undefined : Object.keys(right(asked).registrations);
    };
    expect([await statesOf('acme'), await statesOf('zenith')]).toStrictEqual([[], ['CA']]);
  });
});
