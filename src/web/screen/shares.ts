const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

/** Parts per thousand that a value is of the largest one; at least 1 for what is not zero. */
export const shareOf = (value: bigint, largest: bigint): number => {
  if (value === 0n || largest === 0n) return 0;
  return Math.max(1, Number((magnitude(value) * 1000n) / magnitude(largest)));
};

export const largestOf = (values: readonly bigint[]): bigint =>
  values.reduce((most, value) => (magnitude(value) > most ? magnitude(value) : most), 0n);
