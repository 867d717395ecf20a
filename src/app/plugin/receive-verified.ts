/** Accepts a webhook that the host has already verified, such as with Shopify's own library, and stores it. */
import * as E from 'fp-ts/lib/Either.js';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import type { SourceConnector, VerifiedDelivery, WebhookMeaning } from '../../mapping/source-connector.ts';
import type { storeMeaning, WebPorts } from '../../web/index.ts';
import type { Directories } from './directories.ts';
import type { StorefrontTable } from './storefront-table.ts';
import { TaxNexusError } from './tax-nexus-error.ts';

interface ReceivePorts extends Pick<WebPorts, 'clock'> {
  readonly table: Pick<StorefrontTable, 'connectorOf' | 'find'>;
  readonly directories: Pick<Directories, 'receive'>;
  readonly store: ReturnType<typeof storeMeaning>;
}

interface Received {
  readonly storefront: string;
  readonly meaning: WebhookMeaning;
}

/** Resolves when the delivery is durable. */
export const receiveVerified =
  ({ table, directories, store, clock }: ReceivePorts) =>
  async (to: string | { readonly account: string }, delivery: VerifiedDelivery): Promise<void> => {
    const storefront = typeof to === 'string' ? to : table.find(to.account);
    const connector = storefront === undefined ? undefined : table.connectorOf(storefront);
    const received = async (): Promise<Received> => {
      if (storefront !== undefined && connector !== undefined) return readWith(connector, storefront, delivery);
      if (typeof to === 'string') throw unknown();
      return askDirectories(directories, to.account, delivery);
    };
    const { storefront: name, meaning } = await received();
    const stored = await store(name, meaning, instantOfMilliseconds(clock.now()))();
    if (E.isRight(stored)) return;
    // The error says whether the app is stopped or misconfigured, or whether storing failed.
    throw stored.left instanceof TaxNexusError ? stored.left : new TaxNexusError('STATE', stored.left.message);
  };

const unknown = (): TaxNexusError =>
  new TaxNexusError('UNKNOWN_STOREFRONT', 'There is no such storefront; its deliveries are not accepted.');

const readWith = (connector: SourceConnector, storefront: string, delivery: VerifiedDelivery): Received => {
  const meaning = connector.receiveVerified?.(delivery);
  if (meaning === undefined) {
    const message = `The connector of ${storefront} takes raw requests only. Pass the request to the handler.`;
    throw new TaxNexusError('DELIVERY_REFUSED', message);
  }
  if (E.isLeft(meaning)) throw new TaxNexusError('DELIVERY_REFUSED', `${storefront}: ${meaning.left.message}`);
  return { storefront, meaning: meaning.right };
};

const askDirectories = async (
  directories: ReceivePorts['directories'],
  account: string,
  delivery: VerifiedDelivery,
): Promise<Received> => {
  const unlisted = await directories.receive({
    accountAt: () => account,
    read: (connector) =>
      connector.receiveVerified?.(delivery) ?? E.left({ _tag: 'Unreadable', message: 'it takes raw requests only' }),
  });
  if (unlisted._tag === 'Received') return unlisted;
  if (unlisted._tag === 'Unknown') throw unknown();
  const message = 'Its storefront could not be looked up. Answer 500, so that the platform delivers again.';
  throw new TaxNexusError('SOURCE_FAILED', message);
};
