import type { StorefrontSource } from '../../mapping/source-connector.ts';

/** Whether it is what shopify() and stripe() give. A host without a compiler may write what a configuration file has. */
export const isSource = (given: unknown): given is StorefrontSource =>
  typeof given === 'object' && given !== null && 'open' in given && typeof given.open === 'function';
