import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { Account } from '../../src/mapping/source-connector.ts';
import { nullable, object, text } from './records/codec.ts';
import { decoded } from './api/decoded.ts';
import type { StripeSettings } from './settings.ts';
import type { Read, StripeApi } from './api/stripe-api.ts';

const AccountCodec = object('Account', {
  id: t.string,
  business_profile: nullable(object('BusinessProfile', { name: text })),
  settings: nullable(object('AccountSettings', { dashboard: nullable(object('Dashboard', { display_name: text })) })),
});

/**
 * Whose sales these are. A restricted key may not read its account; then the one in the settings is believed, and without
 * that the failure says what to do.
 */
export const readAccount =
  (api: StripeApi, { account, timeZone }: StripeSettings): Read<Account> =>
  async () => {
    const found = await decoded(api.account, AccountCodec)();
    if (E.isRight(found)) {
      const { id, business_profile: profile, settings } = found.right;
      return E.right({ id, name: settings?.dashboard?.display_name ?? profile?.name ?? id, timeZone });
    }
    if (found.left._tag !== 'MissingPermission') return found;
    if (account !== null) return E.right({ id: account, name: account, timeZone });
    const message = `${found.left.message}, or set "account" to the id that the dashboard shows under Settings, Account details`;
    return E.left({ _tag: 'SourceCredentialsRefused', message });
  };
