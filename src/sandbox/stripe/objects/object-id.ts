/** Ids look like Stripe's and say which sale they belong to: `ch_1Sbx000004201` is charge 1 of sale 42. */
export const objectId = (prefix: string, index: number, ordinal: number): string =>
  `${prefix}_1Sbx${String(index).padStart(7, '0')}${String(ordinal).padStart(2, '0')}`;

/** The sale that an id belongs to; undefined when it is none of ours. */
export const indexOfObject = (id: string): number | undefined => {
  const [, index] = /_1Sbx(\d{7})\d{2}$/.exec(id) ?? [];
  return index === undefined ? undefined : Number(index);
};
