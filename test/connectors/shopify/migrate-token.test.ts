import { describe, expect, it } from '@jest/globals';
import type { Session } from '@shopify/shopify-api';
import { MemorySessionStorage } from '@shopify/shopify-app-session-storage-memory';
import { tokenFromSessions } from '../../../connectors/shopify/index.ts';
import type { SessionTokens } from '../../../connectors/shopify/client/session-tokens.ts';
import { systemClock } from '../../../src/app/system-environment.ts';
import { right } from '../../support/right.ts';
import { anApp, library, sendLibraryTo } from '../../support/shopify-library.ts';
import { type Asked, type Reply, shopAccess, withShop } from './a-shop.ts';
import { tokenEndpoint, tokenPath } from './a-token-endpoint.ts';

const shop = 'acme.myshopify.com';
const id = `offline_${shop}`;

class Storage extends MemorySessionStorage {
  fails = false;
  override async storeSession(session: Session): Promise<boolean> {
    return this.fails && session.accessToken !== 'check'
      ? Promise.reject(new Error('CANARY'))
      : super.storeSession(session);
  }
}

/** A table without a column for refresh tokens, as of a storage package from before them. */
class OldStorage extends Storage {
  override async storeSession(session: Session): Promise<boolean> {
    const kept = Object.entries(session.toObject()).filter(([key]) => !key.startsWith('refresh'));
    return super.storeSession(library.Session.fromPropertyArray(kept as [string, string][]));
  }
}

interface Given {
  readonly tokens: SessionTokens;
  readonly storage: Storage;
  readonly asked: readonly Asked[];
  readonly account: () => Promise<void>;
}

const withPermanentToken = async (
  use: (given: Given) => Promise<void>,
  { storage = new Storage(), refusal }: { readonly storage?: Storage; readonly refusal?: Reply } = {},
): Promise<void> => {
  const endpoint = tokenEndpoint({ permanent: 'CANARY-permanent' });
  const { api, log } = anApp();
  const tokens = tokenFromSessions({ shopify: api, sessionStorage: storage });
  const session = { id, shop, state: '', isOnline: false, accessToken: 'CANARY-permanent' };
  await storage.storeSession(new library.Session(session));
  await withShop(
    (asked) => {
      if (asked.operation === tokenPath) return refusal ?? endpoint.answer(asked);
      return endpoint.accepts(asked.token) ? shopAccess() : { status: 401 };
    },
    async (connector, asked) => {
      const account = async (): Promise<void> => void right(await connector.check());
      await use({ tokens, storage, asked, account });
      expect(log.lines.join('\n')).not.toContain('CANARY');
    },
    (origin) => {
      sendLibraryTo(origin);
      return { clock: systemClock, credentials: { accessToken: tokens } };
    },
  );
};

const exchangesIn = (asked: readonly Asked[]): number =>
  asked.filter(({ operation }) => operation === tokenPath).length;

const idsIn = async (storage: Storage): Promise<readonly string[]> =>
  (await storage.findSessionsByShop(shop)).map((session) => session.id);

describe('a token that does not expire', () => {
  it('is only looked at without an agreement', async () => {
    await withPermanentToken(async ({ tokens, asked }) => {
      expect(await tokens.migrate({ shop })).toStrictEqual({ state: 'can be migrated' });
      expect(asked).toHaveLength(0);
    });
  });

  it('is exchanged and stored; a sync that is under way goes on with the new one; again, there is nothing to do', async () => {
    await withPermanentToken(async ({ tokens, storage, asked, account }) => {
      await account();
      expect(await tokens.migrate({ shop, isAgreed: true })).toMatchObject({
        state: 'migrated',
        expires: expect.any(Date),
      });
      expect(JSON.parse(asked.find(({ operation }) => operation === tokenPath)?.body ?? '')).toMatchObject({
        subject_token: 'CANARY-permanent',
        expiring: '1',
      });
      await account();
      expect(await idsIn(storage)).toStrictEqual([id]);
      expect(await storage.loadSession(id)).toMatchObject({
        accessToken: 'CANARY-access-1',
        refreshToken: 'CANARY-refresh-1',
      });
      expect(await tokens.migrate({ shop, isAgreed: true })).toMatchObject({ state: 'expires already' });
      expect(exchangesIn(asked)).toBe(1);
    });
  });

  it('whose successor could not be stored is exchanged again, for the same pair', async () => {
    await withPermanentToken(async ({ tokens, storage, asked, account }) => {
      storage.fails = true;
      await expect(tokens.migrate({ shop, isAgreed: true })).rejects.toThrow(/could not be stored.*within seven days/);
      storage.fails = false;
      expect(await tokens.migrate({ shop, isAgreed: true })).toMatchObject({ state: 'migrated' });
      expect(exchangesIn(asked)).toBe(2);
      await account();
    });
  });

  it('is not exchanged where the storage would lose the refresh token', async () => {
    const storage = new OldStorage();
    await withPermanentToken(
      async ({ tokens, asked }) => {
        await expect(tokens.migrate({ shop, isAgreed: true })).rejects.toThrow(
          /does not keep refresh tokens.*nothing was changed/,
        );
        expect([asked.length, await idsIn(storage)]).toStrictEqual([0, [id]]);
      },
      { storage },
    );
  });

  it('that Shopify does not exchange stays, with the causes named', async () => {
    await withPermanentToken(
      async ({ tokens, storage }) => {
        const migration = tokens.migrate({ shop, isAgreed: true });
        await expect(migration).rejects.toMatchObject({ failure: { _tag: 'SourceCredentialsRefused' } });
        await expect(migration).rejects.toThrow(/does not exchange.*\(400\).*must open the app/);
        expect((await storage.loadSession(id))?.accessToken).toBe('CANARY-permanent');
      },
      { refusal: { status: 400, body: { error: 'invalid_subject_token' } } },
    );
  });
});
