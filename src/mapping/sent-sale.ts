/**
 * The sale that is sent: as it was charged when it became due, and in the currency that the policy reports. Left when either
 * step holds it.
 */
import * as E from 'fp-ts/lib/Either.js';
import type { Exclusion } from '../domain/exclusion.ts';
import { asCharged } from './as-charged.ts';
import type { Policy } from './policy.ts';
import { inReportingCurrency } from './reporting-currency.ts';
import type { Sale } from './sale.ts';

export const toSentSale = (policy: Policy, sale: Sale): E.Either<Exclusion, Sale> => {
  const charged = asCharged(policy, sale);
  return E.isLeft(charged) ? charged : inReportingCurrency(policy, charged.right);
};
