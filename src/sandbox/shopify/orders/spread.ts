/** An amount spread over weights, the last units going to the first ones; the shares add up to the amount. */
export const spread = (amount: bigint, weights: readonly bigint[]): readonly bigint[] => {
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  if (sum === 0n) return weights.map(() => 0n);
  const shares = weights.map((weight) => (amount * weight) / sum);
  let rest = amount - shares.reduce((total, share) => total + share, 0n);
  return shares.map((share, index) => {
    if (rest === 0n || weights[index] === 0n) return share;
    rest -= 1n;
    return share + 1n;
  });
};
