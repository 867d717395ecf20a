import type { ReadinessFinding } from '../../../src/mapping/source-connector.ts';
import type { MailingAddress } from '../records/mailing-address.ts';

export interface ProbedOrder {
  readonly shippingAddress?: MailingAddress | null | undefined;
}

const isGiven = (text: string | null | undefined): boolean => typeof text === 'string' && text.trim() !== '';

/**
 * Whether ZIP codes may be read. Without level 2 of protected customer data Shopify gives the city of an address and
 * leaves out its street and ZIP, without a word (shopify.dev, protected customer data).
 */
export const addressFinding = (orders: readonly ProbedOrder[]): ReadinessFinding => {
  const subject = 'protected customer data';
  const places = orders.flatMap(({ shippingAddress }) => (shippingAddress ? [shippingAddress] : []));
  if (places.length === 0) {
    return {
      level: 'fine',
      subject,
      message: 'no recent order has a ship-to address, so there is nothing to judge by',
    };
  }
  return places.some(({ zip, address1 }) => isGiven(zip) || isGiven(address1))
    ? { level: 'fine', subject, message: 'street and ZIP of ship-to addresses can be read' }
    : {
        level: 'warns',
        subject,
        message:
          'street and ZIP of ship-to addresses are withheld, so sales count by state alone; request protected customer data, level 2 "address", for the app',
      };
};
