/** What a reference says: a record, or a payment of it, by the id that its own platform gave it. */
export interface NamedRecord {
  readonly platform: string;
  readonly recordId: string;
}

/**
 * The record that a reference names.
 *
 * @example
 * namedRecord('shopify:order:5012345678') // { platform: 'shopify', recordId: '5012345678' }
 * namedRecord('stripe:pi_3Q') // { platform: 'stripe', recordId: 'pi_3Q' }
 */
export const namedRecord = (reference: string): NamedRecord => {
  const [platform = '', ...rest] = reference.split(':');
  return { platform, recordId: rest.at(-1) ?? '' };
};

/**
 * Whether an id proves that two sales are one: no other sale in the world may have it. The merchant's own order numbers
 * (`order:1001`) and the ids that any gateway gives its payments (`shopify:payment:7`) are counted in more than one place.
 */
export const isProof = (reference: string): boolean => {
  const { platform, recordId } = namedRecord(reference);
  return recordId !== '' && platform !== '' && platform !== 'order' && !/^[^:]+:payment:/.test(reference);
};
