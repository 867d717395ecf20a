import * as E from 'fp-ts/lib/Either.js';
import type { Session } from '../session.ts';
import { leaseOf } from './lease-of.ts';

/** Whether another process holds a storefront of a run. To close the run would end what that one does within a second. */
export const isAtWorkElsewhere = async (session: Pick<Session, 'ports' | 'book' | 'run'>): Promise<boolean> => {
  for (const storefront of session.run.storefronts) {
    const lease = leaseOf(session, storefront);
    if (E.isLeft(await lease.renew())) return true;
    await lease.release();
  }
  return false;
};
