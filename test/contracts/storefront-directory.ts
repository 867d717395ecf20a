import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { ListedStorefront, StorefrontDirectory } from '../../src/mapping/storefront-directory.ts';
import { right } from '../support/right.ts';

/** A directory, and the means to change what is behind it. */
export interface DirectoryUnderTest {
  readonly directory: StorefrontDirectory;
  /** Accounts that exist, more than one page if it has pages. */
  readonly accounts: readonly string[];
  /** Accounts that could exist and do not. */
  readonly absent: string;
  readonly uninstall: (account: string) => Promise<void>;
  readonly install: (account: string) => Promise<void>;
  /** From now on, what is behind it fails, or works again. */
  readonly setFailing: (isFailing: boolean) => void;
  /** Questions so far to what is behind it. */
  readonly questions: () => number;
}

const listed = async ({ directory }: DirectoryUnderTest): Promise<readonly ListedStorefront[]> => {
  const all: ListedStorefront[] = [];
  let from: O.Option<string> = O.none;
  for (;;) {
    const { storefronts, next } = right(await directory.readPage(from)());
    all.push(...storefronts);
    if (O.isNone(next)) return all;
    from = next;
  }
};

const namesOf = (storefronts: readonly ListedStorefront[]): readonly string[] => storefronts.map(({ name }) => name);

/** What every directory of storefronts promises. */
export const describeStorefrontDirectory = (
  name: string,
  open: () => DirectoryUnderTest | Promise<DirectoryUnderTest>,
): void => {
  describe(`${name} as a StorefrontDirectory`, () => {
    it('lists each storefront that exists once, under the same permanent name every time', async () => {
      const under = await open();
      const first = await listed(under);
      expect(first.map(({ account }) => account).toSorted()).toStrictEqual([...under.accounts].toSorted());
      expect(new Set(namesOf(first)).size).toBe(first.length);
      for (const one of namesOf(first)) expect(one).toMatch(/^[a-z0-9][a-z0-9_-]{0,62}$/i);
      expect(namesOf(await listed(under)).toSorted()).toStrictEqual([...namesOf(first)].toSorted());
    });

    it('finds by its account what it lists, and nothing else', async () => {
      const under = await open();
      for (const { name: listedAs, account } of await listed(under)) {
        const found = right(await under.directory.find(account)());
        expect(found).toMatchObject({ value: { name: listedAs, account } });
      }
      for (const account of [under.absent, '', 'no account', '__proto__']) {
        expect(right(await under.directory.find(account)())).toStrictEqual(O.none);
      }
    });

    it('builds sources without asking anything, whose deliveries arrive at the shared address', async () => {
      const under = await open();
      const all = await listed(under);
      const before = under.questions();
      for (const { account, source } of all) {
        const { sharedAddress, problems = [] } = source();
        expect(problems).toStrictEqual([]);
        expect(sharedAddress).toMatchObject({ platform: under.directory.platform, account });
      }
      expect(under.questions()).toBe(before);
    });

    it('names a storefront by its account alone, whether it exists or not, and asks nothing', async () => {
      const under = await open();
      const all = await listed(under);
      const before = under.questions();
      const { webhooks } = under.directory;
      for (const { name: listedAs, account } of all) {
        expect(webhooks?.storefrontOf(account)).toMatchObject({ value: { name: listedAs, account } });
      }
      expect(webhooks?.storefrontOf(under.absent)).toMatchObject({ value: { account: under.absent } });
      for (const text of ['', 'no account', '__proto__']) expect(webhooks?.storefrontOf(text)).toStrictEqual(O.none);
      expect(under.questions()).toBe(before);
    });

    it('follows what is installed and uninstalled, under the same name and as another installation', async () => {
      const under = await open();
      const [account = ''] = under.accounts;
      const before = right(await under.directory.find(account)());
      await under.uninstall(account);
      expect((await listed(under)).map((one) => one.account)).not.toContain(account);
      expect(right(await under.directory.find(account)())).toStrictEqual(O.none);
      await under.install(account);
      expect((await listed(under)).map((one) => one.account)).toContain(account);
      const after = right(await under.directory.find(account)());
      expect(O.map(({ name: one }: ListedStorefront) => one)(after)).toStrictEqual(
        O.map(({ name: one }: ListedStorefront) => one)(before),
      );
      const installation = O.map((one: ListedStorefront) => one.installation ?? null);
      // One that does not know installations is not asked for them.
      if (O.toNullable(installation(before)) !== null)
        expect(installation(after)).not.toStrictEqual(installation(before));
      expect(installation(right(await under.directory.find(account)()))).toStrictEqual(installation(after));
    });

    it('answers a failure with Left, shows nothing of its cause, and works again', async () => {
      const under = await open();
      const [account = ''] = under.accounts;
      under.setFailing(true);
      const failures = [await under.directory.readPage(O.none)(), await under.directory.find(account)()];
      expect(failures.map(E.isLeft)).toStrictEqual([true, true]);
      expect(JSON.stringify(failures)).not.toMatch(/canary/i);
      under.setFailing(false);
      expect(await listed(under)).toHaveLength(under.accounts.length);
    });
  });
};
