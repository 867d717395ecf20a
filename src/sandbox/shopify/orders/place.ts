/** An address without its people: they are added, visibly made up, where it is answered. */
export interface Place {
  readonly address1: string | null;
  readonly address2: string | null;
  readonly city: string | null;
  readonly province: string | null;
  readonly provinceCode: string | null;
  readonly zip: string | null;
  readonly countryCode: string;
}
