import { describe, expect, it } from '@jest/globals';
import { type CliWorld, cliWorlds } from '../support/cli-worlds.ts';
import { apiKey, syncAll } from '../support/a-world.ts';

const world = cliWorlds();
const newKey = 'tnx_CANARY_NEW';
const seesNothing = 'The service holds none of the transactions that are confirmed in this sync database';

/** A world whose service has a second key; each key sees only what was sent with it. */
const withKeys = (): Promise<CliWorld> =>
  world({
    shop: { orders: 6 },
    taxService: { apiKeys: [apiKey, newKey], corrections: ['DELETE'] },
    webhookSecrets: ['shpss_CANARY'],
  });

describe('a new key that sees only its own transactions', () => {
  it('stops a sync; check and status then say why, until a sync with the right key ends', async () => {
    const { cli, configure } = await withKeys();
    await cli(syncAll);
    expect((await cli(['status'])).out).toContain('Nothing needs you.');
    configure({ service: { apiKey: newKey } });
    const checkedBefore = await cli(['check']);
    const synced = await cli(syncAll);
    expect([synced.code, synced.err]).toStrictEqual([3, expect.stringContaining(seesNothing)]);

    expect(checkedBefore.out).toContain(`STOP  account: ${seesNothing}`);
    expect(checkedBefore.out).toContain('Not ready: 1 problem.');
    expect(checkedBefore.code).toBe(1);
    const status = await cli(['status']);
    expect(status.out).toContain(`service: ${seesNothing}`);
    expect(status.out).toContain('The last run stopped.\n\nNext: tax-nexus check\n');
    expect(status.out).not.toContain('Nothing needs you');
    expect(status.code).toBe(1);
    const { lastRun } = JSON.parse((await cli(['status', '--json'])).out) as { readonly lastRun: unknown };
    expect(lastRun).toMatchObject({ stops: [{ who: 'service', cause: 'credentials' }] });

    configure({});
    expect(await cli(['check'])).toMatchObject({ code: 0, out: expect.not.stringContaining('account: The service') });
    await cli(syncAll);
    expect(await cli(['status'])).toMatchObject({ code: 0, out: expect.stringContaining('Nothing needs you.') });
  });
});

describe('tax-nexus check --with-key', () => {
  it('shows what the new key sees; the present key stays in place, and nothing is sent', async () => {
    const { cli, configure, configuration, taxService } = await withKeys();
    await cli(syncAll);
    const sent = taxService.journal();
    const withKey = (key: string) => cli(['check', '--with-key', 'env:NEW_KEY'], { env: { NEW_KEY: key } });

    const own = await withKey(newKey);
    expect(own.code).toBe(1);
    expect(own.out).toContain(
      'ok    access: the key is accepted and the list of transactions can be read; it is empty',
    );
    expect(own.out).toContain(`STOP  account: ${seesNothing}`);
    expect(own.out).toContain('not known whether the key may push');
    expect((await withKey('tnx_CANARY_UNKNOWN')).out).toContain('STOP  access: the Tax Nexus Service refused');

    // The key is used in place of the present one, and only by this command.
    configure({ service: { apiKey: newKey } });
    const good = await withKey(apiKey);
    expect(good.code).toBe(0);
    expect(good.out).toContain('ok    sent transactions: the key sees 6 of a sample of 6');
    expect(good.out).toMatch(/\nThe new key can be used\.\n\nNext: put it in place of the present key, /);
    expect((await cli(['check'])).code).toBe(1);

    const [first] = sent;
    const headers = { authorization: `Bearer ${apiKey}` };
    await fetch(`${configuration.service.baseUrl}/transactions/${first?.id}`, { method: 'DELETE', headers });
    const some = await withKey(apiKey);
    expect(some.code).toBe(1);
    expect(some.out).toContain('todo  sent transactions: the key sees 5 of a sample of 6. The others were deleted');
    expect(some.out).toContain('The new key can be used. 1 thing to do.');
    expect(taxService.journal()).toStrictEqual(sent);
  });

  it('refuses a key on the command line without repeating it, and a variable that is not set', async () => {
    const { cli } = await withKeys();
    const given = await cli(['check', '--with-key', newKey]);
    expect([given.code, given.out]).toStrictEqual([2, '']);
    expect(given.err).toMatch(/^--with-key: it does not name an environment variable\. Write env:NAME, /);
    const unset = await cli(['check', '--with-key', 'env:NOT_SET']);
    expect([unset.code, unset.out]).toStrictEqual([2, '']);
    expect(unset.err).toContain('--with-key: the environment variable NOT_SET is not set');
  });
});
