/** An amount as Shopify's GraphQL writes it: not padded, but with one decimal at least ("57.23", "8600.0"). */
export const decimalText = (amount: bigint, digits: number): string => {
  const text = (amount < 0n ? -amount : amount).toString().padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const fraction = text.slice(text.length - digits).replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${whole}.${fraction || '0'}`;
};
