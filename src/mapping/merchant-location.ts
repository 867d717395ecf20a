/** A location of a merchant, as its platform states it: stock or staff there creates nexus whatever the sales. */

/** All of them. */
export const locationUses = ['ship-from', 'pickup point', 'stock', 'fulfillment service'] as const;

/** What a location is used for. */
export type LocationUse = (typeof locationUses)[number];

/** What follows from a location, for the merchant. */
export const presenceAdvice = 'Stock or staff in a state creates nexus whatever the sales. Check it with your adviser.';

/** Never with its name or street: a merchant's own home may be a location, and its name is often its address. */
export interface MerchantLocation {
  /** ISO 3166-1 alpha-2, `US` in territories also; null where the platform's address does not state it. */
  readonly country: string | null;
  /** As in `Address`: `TX`. */
  readonly state: string | null;
  readonly city: string | null;
  /** Empty where the platform states none of them, as of a store that only sells at its counter. */
  readonly uses: readonly LocationUse[];
}
