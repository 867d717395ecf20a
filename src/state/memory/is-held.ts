import type { Hold } from '../../core/record-book.ts';
import { bellKey } from './bells.ts';
import type { Memory } from './memory.ts';

/** Whether a hold is still its owner's. */
export const isHeld = ({ leases, bells }: Memory, { storefront, recordId, owner }: Hold): boolean => {
  const held = recordId === undefined ? leases.get(storefront) : bells.get(bellKey(storefront, recordId))?.claim;
  return held?.owner === owner;
};
