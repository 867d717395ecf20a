/** A storefront with a connector of the host's own, written in the same way in a configuration and in the options of an app. */
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { isRecord } from '../domain/fields.ts';
import { checkedElsewhere, problemsOf, refused, settingOf, type SettingsOf, settingsOf } from '../domain/setting.ts';
import { defaultPolicy, policyUnder, policyWith } from './policy.ts';
import type { SharedAddress, SourceConnector, StorefrontSource } from './source-connector.ts';
import { type StorefrontOptions, storefrontSettings } from './storefront-settings.ts';

export interface OwnStorefront extends StorefrontOptions {
  /** Made by `defineConnector`, for example. */
  readonly connector: SourceConnector;
  /** Default: it receives webhooks only at the address that ends in its name. */
  readonly sharedAddress?: SharedAddress;
}

/** What `shopify()` or `stripe()` returns, or a connector of your own with its settings. */
export type StorefrontOption = StorefrontSource | OwnStorefront;

export const ownStorefrontSettings: SettingsOf<OwnStorefront> = {
  ...storefrontSettings,
  sharedAddress: checkedElsewhere,
  connector: settingOf<SourceConnector>(null, (written, context) =>
    isConnector(written)
      ? t.success(written)
      : refused(context, 'it is not a SourceConnector', 'Write the one that defineConnector returns'),
  ),
};

/** Whether it is a `SourceConnector`, as far as its functions show. */
export const isConnector = (value: unknown): value is SourceConnector =>
  isRecord(value) &&
  typeof value['platform'] === 'string' &&
  ['windows', 'changes', 'readPage', 'readRecord', 'receiveWebhook', 'check', 'account'].every(
    (step) => typeof value[step] === 'function',
  );

/** Whether its connector is the host's own. */
export const isOwnStorefront = (value: unknown): value is OwnStorefront =>
  isRecord(value) && isConnector(value['connector']);

/** Problems with its settings are reported at the first use. */
export const ownSource = (storefront: OwnStorefront): StorefrontSource => {
  const { connector, since, taxAccount, policy, sharedAddress } = storefront;
  return {
    open: () => connector,
    policy: E.getOrElse(() => defaultPolicy)(policyWith(policy ?? {})),
    since: since ?? null,
    ...(taxAccount !== undefined && { taxAccount }),
    ...(sharedAddress !== undefined && { sharedAddress }),
    withDefaults: (defaults) => ownSource({ ...storefront, policy: policyUnder(policy, defaults) }),
    problems: problemsOf(settingsOf(ownStorefrontSettings), storefront),
  };
};
