/** A storefront with a connector of the host's own, written in the same way in a configuration and in the options of an app. */
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { isRecord } from '../domain/fields.ts';
import { checkedElsewhere, readSetting, refused, settingOf, type SettingsOf, settingsOf } from '../domain/setting.ts';
import { policyUnder } from './policy.ts';
import type { SharedAddress, SourceConnector, StorefrontSource } from './source-connector.ts';
import {
  refusedSource,
  sharedOf,
  type StorefrontOptions,
  type StorefrontSettings,
  storefrontSettings,
} from './storefront-settings.ts';

/** A storefront of a connector that is not part of the package. */
export interface OwnStorefront extends StorefrontOptions {
  /** Made by `defineConnector`, for example. */
  readonly connector: SourceConnector;
  /** Default: it receives webhooks only at the address that ends in its name. */
  readonly sharedAddress?: SharedAddress;
}

/** What `shopify()` or `stripe()` returns, or a connector of your own with its settings. */
export type StorefrontOption = StorefrontSource | OwnStorefront;

/** The same after it was read. */
export interface OwnSettings extends StorefrontSettings, Pick<OwnStorefront, 'connector' | 'sharedAddress'> {}

export const ownSettings: SettingsOf<OwnSettings> = {
  connector: settingOf<SourceConnector>(null, (written, context) =>
    isConnector(written)
      ? t.success(written)
      : refused(context, 'it is not a SourceConnector', 'Write the one that defineConnector returns'),
  ),
  sharedAddress: checkedElsewhere,
  ...storefrontSettings,
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

/** A problem with its settings is reported at the first use. */
export const ownStorefront = (storefront: OwnStorefront): StorefrontSource => {
  const read = readSetting('')(settingsOf<OwnSettings>(ownSettings), storefront);
  return {
    ...(E.isRight(read) ? ownSource(read.right) : refusedSource(storefront.connector.platform, read.left)),
    withDefaults: (defaults) => ownStorefront({ ...storefront, policy: policyUnder(storefront.policy, defaults) }),
  };
};

export const ownSource = ({ connector, sharedAddress, ...shared }: OwnSettings): StorefrontSource => ({
  open: () => connector,
  ...sharedOf(shared),
  ...(sharedAddress !== undefined && { sharedAddress }),
});
