import type { SourceRefused } from '../../../src/domain/errors.ts';
import { refused } from '../errors.ts';

/**
 * What is said of an order that the shop does not show to a token without `read_all_orders`. Shopify shows such a token no
 * order older than 60 days, and answers the same as for one that was deleted: to call it deleted would be a guess.
 */
export const outOfSight: SourceRefused = {
  ...refused(
    'Shopify shows no such order, and the app may not read orders older than 60 days, so nobody knows whether it is deleted; add read_all_orders to its scopes and install it again',
  ),
  isUnseen: true,
};
