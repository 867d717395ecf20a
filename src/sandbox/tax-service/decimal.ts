const places = 6;

/**
 * A JSON number as a whole number of millionths, exactly as it was written; undefined when it is no plain decimal, or
 * finer than `digits` decimals. 19.99 is 19_990_000n, never 19_989_999n.
 */
export const decimal = (value: number, digits: number): bigint | undefined => {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value));
  if (match === null) return undefined;
  const [, sign, whole = '0', fraction = ''] = match;
  if (fraction.length > digits) return undefined;
  const amount = BigInt(whole + fraction.padEnd(places, '0'));
  return sign === '-' ? -amount : amount;
};
