/**
 * A place in the shape that the service reads. Absent parts are null, never an empty string.
 *
 * `state` is two letters in the US and the ISO 3166-2 subdivision elsewhere (`ON`), `country` is ISO 3166-1 alpha-2.
 */
export interface Address {
  readonly line1: string | null;
  readonly line2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zip: string | null;
  readonly country: string;
}
