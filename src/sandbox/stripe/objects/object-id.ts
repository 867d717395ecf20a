/** Ids look like Stripe's and contain the sale's number: `ch_1Sbx000004201` is charge 1 of sale 42. */
export const objectId = (prefix: string, index: number, ordinal: number): string =>
  `${prefix}_1Sbx${String(index).padStart(7, '0')}${String(ordinal).padStart(2, '0')}`;

/** The sale that an id belongs to; undefined for an id of another form. */
export const indexOfObject = (id: string): number | undefined => {
  const [, index] = /_1Sbx(\d{7})\d{2}$/.exec(id) ?? [];
  return index === undefined ? undefined : Number(index);
};
