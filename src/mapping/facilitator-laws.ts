/**
 * The state laws that make marketplaces collect tax: they decide whether the seller or the marketplace remits the tax of a
 * sale.
 */
import type { Instant } from '../domain/instant.ts';
import type { Address } from '../domain/transaction.ts';

/** The law of a US state about marketplace facilitators. */
export interface FacilitatorLaw {
  /** First day on which a facilitator must collect the tax, `YYYY-MM-DD` at the destination. */
  readonly collectsFrom: string;
  /** Whether facilitated sales count toward the seller's own nexus threshold; null where sources disagree. */
  readonly countsTowardThreshold: boolean | null;
}

/**
 * First day of collection, and whether facilitated sales count toward the seller's threshold. DE, MT, NH and OR have no
 * general sales tax. Last compared with the sources on 2026-11-29. Alaska's first day is from the common code of its
 * municipalities, Puerto Rico's from its regulation.
 *
 * Sources: state pages and statutes cited by major-robertson/eregister_v2 (2026-10-02); "Collect tax in ..." at
 * docs.stripe.com (2025-03, 2026-09-29) and salestaxinstitute.com (2024-10-09) for the thresholds; MO: dor.mo.gov, remote
 * seller FAQ. CT, NY, PA and SC: the sources disagree. MA: where the facilitator collects.
 */
const table: Readonly<Record<string, readonly [collectsFrom: string, countsTowardThreshold: boolean | null]>> = {
  AK: ['2020-04-01', true],
  AL: ['2019-01-01', false],
  AR: ['2019-07-01', false],
  AZ: ['2019-10-01', false],
  CA: ['2019-10-01', true],
  CO: ['2019-10-01', false],
  CT: ['2018-12-01', null],
  DC: ['2019-04-01', true],
  FL: ['2021-07-01', false],
  GA: ['2020-04-01', false],
  HI: ['2020-01-01', true],
  IA: ['2019-01-01', true],
  ID: ['2019-06-01', true],
  IL: ['2020-01-01', false],
  IN: ['2019-07-01', false],
  KS: ['2021-07-01', true],
  KY: ['2019-07-01', true],
  LA: ['2020-07-01', false],
  MA: ['2019-10-01', false],
  MD: ['2019-10-01', true],
  ME: ['2019-10-01', false],
  MI: ['2020-01-01', true],
  MN: ['2018-10-01', true],
  MO: ['2023-01-01', true],
  MS: ['2020-07-01', false],
  NC: ['2020-02-01', true],
  ND: ['2019-10-01', false],
  NE: ['2019-04-01', true],
  NJ: ['2018-11-01', true],
  NM: ['2019-07-01', false],
  NV: ['2019-10-01', true],
  NY: ['2019-06-01', null],
  OH: ['2019-09-01', true],
  OK: ['2018-07-01', false],
  PA: ['2019-07-01', null],
  PR: ['2021-01-01', false],
  RI: ['2019-07-01', true],
  SC: ['2019-04-26', null],
  SD: ['2019-03-01', true],
  TN: ['2020-10-01', false],
  TX: ['2019-10-01', true],
  UT: ['2019-10-01', false],
  VA: ['2019-07-01', false],
  VT: ['2019-06-01', true],
  WA: ['2018-01-01', true],
  WI: ['2020-01-01', true],
  WV: ['2019-07-01', true],
  WY: ['2019-07-01', false],
};

/** The laws by the two-letter code of a state, of DC or of PR. A policy can replace single states: `facilitatorLaws`. */
export const facilitatorLaws: Readonly<Record<string, FacilitatorLaw>> = Object.fromEntries(
  Object.entries(table).map(([state, [collectsFrom, countsTowardThreshold]]) => [
    state,
    { collectsFrom, countsTowardThreshold },
  ]),
);

/**
 * Whether a sale without any tax to this address needs a reason. Alaska has no state tax, and most of its places have no
 * local tax (Alaska Remote Seller Sales Tax Commission), so a sale without tax is usual there.
 */
export const expectsTax = (address: Pick<Address, 'country' | 'state'>): boolean =>
  isTaxedState(address) && address.state !== 'AK';

/**
 * The law under which a facilitator must collect the tax of a sale; null outside the US, in a state without such a law, and
 * before its first day. The day is taken from the UTC instant.
 *
 * @param replaced the policy's own laws for single states
 *
 * @example
 * facilitatorLawOf({}, { country: 'US', state: 'CA' }, '2019-09-30T12:00:00Z') // null
 */
export const facilitatorLawOf = (
  replaced: Readonly<Record<string, FacilitatorLaw>>,
  { country, state }: Pick<Address, 'country' | 'state'>,
  occurredAt: Instant,
): FacilitatorLaw | null => {
  if (country !== 'US' || state === null) return null;
  const law = [replaced, facilitatorLaws].find((laws) => Object.hasOwn(laws, state))?.[state];
  return law !== undefined && occurredAt.slice(0, 'YYYY-MM-DD'.length) >= law.collectsFrom ? law : null;
};

/**
 * Whether a sale to this address usually bears sales tax: to a state, DC or PR, each of which has a facilitator law exactly
 * when it has a sales tax. False for military mail (AA, AE, AP), and for GU, VI, AS and MP, which levy other taxes.
 */
const isTaxedState = ({ country, state }: Pick<Address, 'country' | 'state'>): boolean =>
  country === 'US' && state !== null && Object.hasOwn(facilitatorLaws, state);
