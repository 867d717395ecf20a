import * as E from 'fp-ts/lib/Either.js';
import type { Clock } from '../../domain/environment.ts';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import type { SourceConnector, VerifiedDelivery } from '../../mapping/source-connector.ts';
import type { storeMeaning } from '../../web/index.ts';
import { TaxNexusError } from './tax-nexus-error.ts';

export interface ReceivePorts {
  readonly connectorOf: (storefront: string) => SourceConnector | undefined;
  readonly store: ReturnType<typeof storeMeaning>;
  readonly clock: Clock;
}

/** Takes a delivery that the host has verified by itself; resolves when it is durable. */
export const receiveVerified =
  ({ connectorOf, store, clock }: ReceivePorts) =>
  async (storefront: string, delivery: VerifiedDelivery): Promise<void> => {
    const connector = connectorOf(storefront);
    if (connector === undefined) {
      throw new TaxNexusError('UNKNOWN_STOREFRONT', 'There is no such storefront; its deliveries are not taken.');
    }
    const meaning = connector.receiveVerified?.(delivery);
    if (meaning === undefined) {
      const message = `The connector of ${storefront} takes raw requests only. Pass the request to the handler.`;
      throw new TaxNexusError('DELIVERY_REFUSED', message);
    }
    if (E.isLeft(meaning)) throw new TaxNexusError('DELIVERY_REFUSED', `${storefront}: ${meaning.left.message}`);
    const stored = await store(storefront, meaning.right, instantOfMilliseconds(clock.now()))();
    if (E.isRight(stored)) return;
    // What cannot be opened says itself whether it is stopped, misconfigured, or out of order.
    throw stored.left instanceof TaxNexusError ? stored.left : new TaxNexusError('STATE', stored.left.message);
  };
