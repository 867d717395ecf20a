/**
 * Every reason why a record is not sent: skipped, because it must never be sent, or held, until a person or a setting
 * decides.
 */
import type { Instant } from './instant.ts';
import type { PlatformEvent } from './platform-event.ts';

/**
 * Why a record is correctly never sent.
 *
 * - `test order`: made with a test gateway or in test mode
 * - `not paid`: nothing was paid, or the payment is pending; sent once it is paid
 * - `awaiting metadata`: a key that the policy names is not written yet; read again within an hour, and sent then
 * - `only authorized`: the money is reserved, not captured
 * - `voided`, `payment expired`, `payment failed`: nothing was paid
 * - `canceled before payment`
 * - `gift cards only`: selling a gift card is not a sale of goods; it is taxed when it is spent
 * - `no items`: no line is a sale (tips or duties only)
 * - `outside the chosen days`: the platform returned it, but its date is outside of the chosen days
 * - `deleted on the platform`
 * - `before the first day`: a sale that is older than the storefront's first day and was never sent, and what happened to it
 *   later
 * - `belongs to another storefront`: another storefront owns the same sale
 * - `payment of another account`: the arrival on one account of a charge that another account made
 * - `skipped by your app`: the host's hook skipped it
 * - `zero total`: nothing was paid, and the policy leaves such sales out
 * - `credit document`: a negative invoice; listed as an adjustment unless the policy sends refunds
 * - `marketplace sale`: a marketplace remits its tax, and the policy leaves such sales out
 * - `country left out`: the policy sends only sales that go to other countries
 * - `left out by decision`: a person decided to leave it out
 * - `would be sent`: would be pushed
 */
export type SkipReason =
  | 'test order'
  | 'not paid'
  | 'awaiting metadata'
  | 'only authorized'
  | 'voided'
  | 'payment expired'
  | 'payment failed'
  | 'canceled before payment'
  | 'gift cards only'
  | 'no items'
  | 'outside the chosen days'
  | 'deleted on the platform'
  | 'before the first day'
  | 'belongs to another storefront'
  | 'payment of another account'
  | 'skipped by your app'
  | 'zero total'
  | 'credit document'
  | 'marketplace sale'
  | 'country left out'
  | 'left out by decision'
  | 'would be sent';

/**
 * Why a record waits: a person or a setting decides.
 *
 * - `unreadable record`: the platform's response has another shape than documented
 * - `incomplete record`: required data could not be read (a missing scope, a list cut short)
 * - `record not served`: the platform fails on this record alone, and serves the others; it is read again later
 * - `totals do not add up`: the parts do not add up to the total that the platform states; the missing amount is named
 * - `refund exceeds its sale`: a refund or other reduction takes back more than is left of its sale or of its tax, or as much as a part
 *   that was not sent
 * - `missing address`: no complete address
 * - `unknown currency`: not a currency of ISO 4217
 * - `amount not exact`: more decimals than the currency allows, or too large for an exact number
 * - `no exchange rate`: the policy converts to another currency, and there is no rate for this sale
 * - `tax still estimated`: the platform may still change the tax
 * - `partially paid`: the policy waits for the rest
 * - `waiting for its sale`: a refund waits for its sale
 * - `possible duplicate`: possibly the same sale as one of another storefront
 * - `partly sent already`: its storefront already sent a part of it as a separate sale, or sent it as a part of another sale
 * - `code not accepted`: the service does not accept the marketplace or entity, by its settings
 * - `zero total held`: nothing was paid, and the policy leaves such sales to a person
 * - `marketplace sale held`: a marketplace remits its tax, and the policy leaves such sales to a person
 * - `closed period`: its month is a closed period; it is sent once a person agrees
 * - `gone from the service`: it was sent, and the service no longer holds it; it is sent again after a person agrees
 * - `app rule failed`: the host's `beforePush` or `exchangeRate` threw, or its result cannot be used
 */
export type HoldReason =
  | 'unreadable record'
  | 'incomplete record'
  | 'record not served'
  | 'totals do not add up'
  | 'refund exceeds its sale'
  | 'missing address'
  | 'unknown currency'
  | 'amount not exact'
  | 'no exchange rate'
  | 'tax still estimated'
  | 'partially paid'
  | 'waiting for its sale'
  | 'possible duplicate'
  | 'partly sent already'
  | 'code not accepted'
  | 'zero total held'
  | 'marketplace sale held'
  | 'closed period'
  | 'gone from the service'
  | 'app rule failed';

/** Reasons for which a setting of the policy holds a sale: the policy can also send it, and a person may. */
export type SettingHold = Extract<
  HoldReason,
  'partially paid' | 'tax still estimated' | 'zero total held' | 'marketplace sale held'
>;

/** Which record is meant, in words that the merchant knows. No personal data. */
export interface RecordReference {
  /** The platform's immutable id, as decimal digits or as the platform writes it (`5012345678`, `ch_3P…`). */
  readonly sourceId: string;
  /** What the merchant calls it (`#1001`), or the id again. */
  readonly name: string;
}

/** A record that is not attempted, and why. `message` names the remedy and contains no personal data. */
export type Exclusion = RecordReference & {
  readonly message: string;
  /** What undid a sale that counted before, where the platform shows it. */
  readonly undoneBy?: PlatformEvent;
  /** Until when live work reads it again without a change of the record, within an hour. Default: only after a change. */
  readonly readAgainAt?: Instant;
} & (
    | { readonly _tag: 'Skipped'; readonly reason: SkipReason }
    | { readonly _tag: 'Held'; readonly reason: HoldReason }
  );

/**
 * A record that is correctly never sent.
 *
 * @example
 * skipped({ sourceId: '5012345678', name: '#1001' }, 'test order', 'it was made in test mode; no money moved')
 */
export const skipped = (record: RecordReference, reason: SkipReason, message: string): Exclusion => ({
  _tag: 'Skipped',
  sourceId: record.sourceId,
  name: record.name,
  reason,
  message,
});

/**
 * A record that should be sent, but not until a person or a setting decides.
 *
 * @example
 * held({ sourceId: '5012345678', name: '#1001' }, 'missing address', 'it has no address; complete it at the platform')
 */
export const held = (record: RecordReference, reason: HoldReason, message: string): Exclusion => ({
  _tag: 'Held',
  sourceId: record.sourceId,
  name: record.name,
  reason,
  message,
});

const skipReasons: Readonly<Record<SkipReason, true>> = {
  'test order': true,
  'not paid': true,
  'awaiting metadata': true,
  'only authorized': true,
  voided: true,
  'payment expired': true,
  'payment failed': true,
  'canceled before payment': true,
  'gift cards only': true,
  'no items': true,
  'outside the chosen days': true,
  'deleted on the platform': true,
  'before the first day': true,
  'belongs to another storefront': true,
  'payment of another account': true,
  'skipped by your app': true,
  'zero total': true,
  'credit document': true,
  'marketplace sale': true,
  'country left out': true,
  'left out by decision': true,
  'would be sent': true,
};

const holdReasons: Readonly<Record<HoldReason, true>> = {
  'unreadable record': true,
  'incomplete record': true,
  'record not served': true,
  'totals do not add up': true,
  'refund exceeds its sale': true,
  'missing address': true,
  'unknown currency': true,
  'amount not exact': true,
  'no exchange rate': true,
  'tax still estimated': true,
  'partially paid': true,
  'waiting for its sale': true,
  'possible duplicate': true,
  'partly sent already': true,
  'code not accepted': true,
  'zero total held': true,
  'marketplace sale held': true,
  'closed period': true,
  'gone from the service': true,
  'app rule failed': true,
};

export const isSkipReason = (reason: string): reason is SkipReason => Object.hasOwn(skipReasons, reason);

export const isHoldReason = (reason: string): reason is HoldReason => Object.hasOwn(holdReasons, reason);

/**
 * What is wrong with an exclusion that no compiler checked, such as one of a connector in JavaScript; undefined when it is one.
 * Repeats no value: it may be a buyer's.
 */
export const exclusionProblem = ({
  _tag,
  reason,
  message,
}: Readonly<Record<'_tag' | 'reason' | 'message', unknown>>): string | undefined => {
  if (_tag !== 'Skipped' && _tag !== 'Held') return 'it is neither a sale, nor skipped, nor held';
  const known = Object.keys(_tag === 'Skipped' ? skipReasons : holdReasons);
  if (typeof reason !== 'string' || !known.includes(reason))
    return `its reason to be ${_tag.toLowerCase()} is not one of ${known.join(', ')}`;
  return typeof message === 'string' ? undefined : 'its message must be a string';
};
