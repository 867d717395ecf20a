/**
 * The locations of a merchant, such as stores and warehouses, as its platform lists them. Stock or staff there creates nexus,
 * whatever the sales.
 */

/** All uses of a location. */
export const locationUses = ['ship-from', 'pickup point', 'stock', 'fulfillment service'] as const;

/** What a location is used for. */
export type LocationUse = (typeof locationUses)[number];

/** The advice about a location, for the merchant. */
export const presenceAdvice = 'Stock or staff in a state creates nexus whatever the sales. Check it with your adviser.';

/** A location without its name and street: a merchant's home may be one, and a location's name is often its address. */
export interface MerchantLocation {
  /** ISO 3166-1 alpha-2, `US` in territories also; null where the platform's address does not state it. */
  readonly country: string | null;
  /** As in `Address`: `TX`. */
  readonly state: string | null;
  readonly city: string | null;
  /** Empty where the platform states no use, such as for a store that only sells at its counter. */
  readonly uses: readonly LocationUse[];
}
