const digits: Readonly<Record<string, number>> = { USD: 2, JPY: 0 };

/** An amount in minor units as platforms write it: `12.30 USD` is `"12.3"` or `"12.30"`, and 8600 JPY is `"8600.0"`. */
export const decimal = (currency: string, amount: bigint): string => {
  const places = digits[currency] ?? 2;
  const sign = amount < 0n ? '-' : '';
  const text = (amount < 0n ? -amount : amount).toString().padStart(places + 1, '0');
  return places === 0 ? `${sign}${text}.0` : `${sign}${text.slice(0, -places)}.${text.slice(-places)}`;
};
