import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { keyFromOAuth, type OAuthKeys, stripe } from '../../../connectors/stripe/index.ts';
import { processLock } from '../../../src/domain/async.ts';
import type { SourceConnector } from '../../../src/mapping/source-connector.ts';
import { left, right } from '../../support/right.ts';
import { aCharge } from '../../support/stripe-objects.ts';
import type { Fault, StripeStandIn } from '../../support/stripe-stand-in.ts';
import { closeStandIns, standInFor } from '../../support/stripe-storefront.ts';
import { stripeData } from '../../support/stripe-stand-in-data.ts';
import { systemClock } from '../../../src/app/system-environment.ts';

closeStandIns();

const appKey = 'sk_live_CANARY_APP';
const account = 'acct_connected';
const hour = 60 * 60_000;

/** Stripe for an account that has installed the app: each refresh returns a new pair, and ends the one before. */
const anInstallation = async () => {
  const standIn = await standInFor(stripeData({ charges: [aCharge({ id: 'ch_1' })] }));
  const state = { pair: 1, refreshes: 0, isUninstalled: false, isDown: false, refused: new Set<string>() };
  const pairOf = (n: number, expires: Date | null): OAuthKeys => ({
    accessToken: `CANARY-access-${n}`,
    refreshToken: `CANARY-refresh-${n}`,
    expires,
  });
  const invalidGrant: Fault = { status: 400, body: { error: 'invalid_grant', error_description: 'CANARY' } };
  const unauthorized: Fault = { status: 401, body: { error: { type: 'invalid_request_error', message: 'CANARY' } } };
  standIn.fault = ({ path, form, headers }) => {
    const key = String(headers['authorization']).replace('Bearer ', '');
    if (path !== 'oauth/token') {
      const isCurrent = key === `CANARY-access-${state.pair}` && !state.isUninstalled && !state.refused.has(key);
      return isCurrent ? undefined : unauthorized;
    }
    if (state.isDown) return 'drop';
    if (key !== appKey) return unauthorized;
    if (state.isUninstalled || form.get('refresh_token') !== `CANARY-refresh-${state.pair}`) return invalidGrant;
    expect(form.get('grant_type')).toBe('refresh_token');
    state.pair += 1;
    state.refreshes += 1;
    const { accessToken, refreshToken } = pairOf(state.pair, null);
    return { status: 200, body: { access_token: accessToken, refresh_token: refreshToken, token_type: 'bearer' } };
  };
  const kept = { keys: pairOf(1, new Date(Date.now() + hour)) as OAuthKeys | undefined, isBroken: false };
  return { standIn, state, kept, pairOf };
};

type Installation = Awaited<ReturnType<typeof anInstallation>>;

const storedIn = ({ kept }: Pick<Installation, 'kept'>): OAuthKeys | undefined => kept.keys;

/** One process of the app. */
const aProcess = ({ standIn, kept }: Pick<Installation, 'kept'> & { readonly standIn: StripeStandIn }, key = appKey) =>
  stripe({
    apiOrigin: standIn.origin,
    secretKey: keyFromOAuth({
      account,
      appKey: () => Promise.resolve(key),
      load: () => Promise.resolve(kept.keys),
      store: async (keys) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        if (kept.isBroken) throw new Error(`CANARY of the host's database: ${keys.accessToken}`);
        kept.keys = keys;
      },
      apiOrigin: standIn.origin,
    }),
  }).open({ clock: systemClock, exclusively: processLock });

const reads = async (connector: SourceConnector): Promise<boolean> =>
  O.isSome(right(await connector.readRecord('ch_1')()));

const problemOf = async (connector: SourceConnector) => {
  const problem = left(await connector.readRecord('ch_1')());
  expect(inspect(problem)).not.toContain('CANARY');
  return problem;
};

describe('the key of an account that has installed a Stripe App', () => {
  it('is the stored access token while it has more than five minutes left', async () => {
    const installation = await anInstallation();
    expect(await reads(aProcess(installation))).toBe(true);
    expect(installation.state.refreshes).toBe(0);
  });

  it.each([
    ['has four minutes left', 4 * 60_000],
    ['has expired', -hour],
  ])('is refreshed and stored when it %s', async (_, left) => {
    const installation = await anInstallation();
    const { kept, pairOf, state } = installation;
    kept.keys = pairOf(1, new Date(Date.now() + left));
    expect(await reads(aProcess(installation))).toBe(true);
    expect([state.refreshes, storedIn(installation)?.accessToken]).toStrictEqual([1, 'CANARY-access-2']);
    expect(storedIn(installation)?.expires?.getTime()).toBeGreaterThan(Date.now() + hour - 60_000);
  });

  it('is refreshed when Stripe refuses it in the middle of the work, and nothing of the request is lost', async () => {
    const installation = await anInstallation();
    const connector = aProcess(installation);
    expect(await reads(connector)).toBe(true);
    installation.state.refused.add('CANARY-access-1');
    expect(await reads(connector)).toBe(true);
    expect(installation.state.refreshes).toBe(1);
  });

  it('is refreshed once by many processes that need it together', async () => {
    const installation = await anInstallation();
    installation.kept.keys = installation.pairOf(1, new Date(0));
    const processes = Array.from({ length: 5 }, () => aProcess(installation));
    expect(await Promise.all(processes.map(reads))).toStrictEqual(processes.map(() => true));
    expect(installation.state.refreshes).toBe(1);
  });

  it('whose refresh token is dead stops the storefront, and says that the merchant must install the app again', async () => {
    const installation = await anInstallation();
    installation.kept.keys = installation.pairOf(1, new Date(0));
    installation.state.isUninstalled = true;
    const problem = await problemOf(aProcess(installation));
    expect(problem).toMatchObject({
      _tag: 'SourceCredentialsRefused',
      message: expect.stringMatching(/refresh token of acct_connected.*must install the app again/),
    });
  });

  it('goes on with a pair that the app itself has stored since', async () => {
    const installation = await anInstallation();
    const { kept, pairOf, state } = installation;
    kept.keys = pairOf(1, new Date(0));
    state.pair = 7;
    const connector = aProcess({
      ...installation,
      kept: {
        ...kept,
        get keys() {
          // As it is refreshed by the app between the two looks of ours.
          const now = kept.keys;
          if (installation.standIn.requests.length > 0) kept.keys = pairOf(7, new Date(Date.now() + hour));
          return now === undefined || installation.standIn.requests.length === 0 ? now : kept.keys;
        },
      },
    });
    expect(await reads(connector)).toBe(true);
    expect(state.refreshes).toBe(0);
  });

  it('that the app could not store is not lost: it is stored before its next use', async () => {
    const installation = await anInstallation();
    const { kept, pairOf, state } = installation;
    kept.keys = pairOf(1, new Date(0));
    kept.isBroken = true;
    const connector = aProcess(installation);
    expect((await problemOf(connector))._tag).toBe('SourceUnreachable');
    kept.isBroken = false;
    expect(await reads(connector)).toBe(true);
    expect([state.refreshes, storedIn(installation)?.accessToken]).toStrictEqual([1, 'CANARY-access-2']);
  });

  it('that the app could not store is stored once by calls that need it together, and each gets it', async () => {
    const installation = await anInstallation();
    const { kept, pairOf, standIn } = installation;
    kept.keys = pairOf(1, new Date(0));
    let stores = 0;
    let isBroken = true;
    const key = keyFromOAuth({
      ...{ account, appKey, apiOrigin: standIn.origin },
      load: () => Promise.resolve(kept.keys),
      store: async (keys) => {
        if (isBroken) throw new Error('the database is away');
        stores += 1;
        await new Promise((resolve) => setTimeout(resolve, 5));
        kept.keys = keys;
      },
    });
    await expect(key({ exclusively: processLock })).rejects.toThrow();
    isBroken = false;
    const given = { key: 'CANARY-access-2', expires: expect.any(Date) };
    const call = () => key({ exclusively: processLock });
    expect(await Promise.all([call(), call(), call()])).toStrictEqual([given, given, given]);
    expect([stores, storedIn(installation)?.accessToken]).toStrictEqual([1, 'CANARY-access-2']);
  });

  it('is used to its end while Stripe cannot be asked for a new one', async () => {
    const installation = await anInstallation();
    installation.kept.keys = installation.pairOf(1, new Date(Date.now() + 60_000));
    installation.state.isDown = true;
    expect(await reads(aProcess(installation))).toBe(true);
  });

  it('that the app does not have, or asks for with a wrong key, is reported with what to do', async () => {
    const installation = await anInstallation();
    installation.kept.keys = undefined;
    expect((await problemOf(aProcess(installation))).message).toContain('has no tokens of acct_connected');
    installation.kept.keys = installation.pairOf(1, new Date(0));
    expect((await problemOf(aProcess(installation, 'sk_live_OTHER'))).message).toContain('appKey');
    expect(E.isLeft(await aProcess(installation, ' ').account())).toBe(true);
  });
});
