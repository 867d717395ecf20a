/** The merchant's policy: every setting that decides how a sale is mapped and what is sent, with its default and its checks. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import { dayProblem } from '../domain/date-range.ts';
import { isList } from '../domain/fields.ts';
import type { Instant } from '../domain/instant.ts';
import { findCurrency } from '../domain/money.ts';
import {
  anyOf,
  describeProblem,
  mapOf,
  oneOf,
  optional,
  orNull,
  readSetting,
  type Refusal,
  refused,
  type Setting,
  settingOf,
  type ConfigurationProblem,
  settingsOf,
  tableOfTexts,
  texts,
  textSetting,
  wholeNumber,
  withDefault,
  yesNo,
} from '../domain/setting.ts';
import { findUsState } from './country.ts';
import type { FacilitatorLaw } from './facilitator-laws.ts';
import type { Exclusion, SettingHold } from '../domain/exclusion.ts';
import { type ThresholdSettings, thresholdSettings } from './nexus-settings.ts';

/**
 * The merchant's settings for the mapping. Each has a default; docs/mapping.md lists them.
 *
 * A change applies to new sales. Transactions that were sent stay as they are. docs/how-to-change.md lists what a new setting needs.
 */
export interface Policy {
  /** What happens to changes after the sale: `send` makes each a transaction with its own date, `report` lists it. */
  readonly adjustments: AdjustmentPolicy;
  /**
   * Orders and invoices without any payment yet, such as net terms: `wait` until paid, or `send`. Sales tax is accrual by
   * default (California and New York require it), so `send` is right where your returns are on that basis.
   */
  readonly unpaid: 'wait' | 'send';
  /** Orders that are paid in part: `hold`, `send` whole, or `skip` until paid. */
  readonly partiallyPaid: 'hold' | 'send' | 'skip';
  /** Sales and changes whose total is zero, such as trials and samples. Each one sent is counted as `zero total`. */
  readonly zeroTotals: 'send' | 'skip' | 'hold';
  /** Sales whose tax the platform marks as an estimate. */
  readonly estimatedTax: 'hold' | 'send';
  /** Tips: `leave out` as voluntary, or `send` each as a line, where a state taxes them. */
  readonly tips: 'leave out' | 'send';
  /**
   * Fees that are not sales tax, such as retail delivery fees (Colorado, Minnesota) and bag fees: `send` each as a line, or
   * `leave out` where you report them on a return of their own. Never part of `taxCollected`.
   */
  readonly fees: 'send' | 'leave out';
  /**
   * Import duties that the buyer paid: `by destination` sends them to the US as lines with their tax, because a duty that the
   * seller passes on is part of the price there, and leaves them out otherwise; `send` and `leave out` do so everywhere.
   */
  readonly duties: 'by destination' | 'send' | 'leave out';
  /** Countries whose sales are sent, by two letters; a sale that goes to another one is skipped. */
  readonly shipToCountries: 'all' | readonly string[];
  /**
   * Product tax codes, which `service.wire.optional` sends as `lineItems.taxCode`: `ignore` reads no codes, `read` sends the platform's
   * codes, and a table sends its entry for the platform's code or, on Shopify, for the id of the product
   * category (`aa-1-13`). Codes of one set are never derived from another.
   */
  readonly taxCodes: 'ignore' | 'read' | Readonly<Record<string, string>>;
  /** Tags of a buyer or an order that mean "bought for resale". */
  readonly resaleTags: readonly string[];
  /** Tags that mean a kind of exempt buyer: tag to `entity` code. */
  readonly exemptTags: Readonly<Record<string, string>>;
  /** The `entity` of buyers that the platform marks as exempt without a reason; null omits the field and reports a finding. */
  readonly exemptEntity: string | null;
  /**
   * The merchant's word on channels: handle, app name, app id or source name to `marketplace` code, or to `none` for a channel
   * that leads to the seller's own checkout.
   */
  readonly marketplaces: Readonly<Record<string, string>>;
  /**
   * Channels through which you sell to retailers, by handle, app name, app id or source name, in addition to the built-in
   * table: their sales without tax are for resale, with a finding.
   */
  readonly retailerChannels: readonly string[];
  /** Replaces the laws of single states: see `facilitatorLaws`. */
  readonly facilitatorLaws: Readonly<Record<string, FacilitatorLaw>>;
  /** Replaces the economic nexus thresholds of single states: docs/thresholds.md. */
  readonly nexusThresholds: ThresholdSettings;
  /**
   * Sales whose tax a marketplace remits: `send` with the marketplace's code, `skip` or `hold`. About half of the states count
   * them toward the seller's threshold.
   */
  readonly marketplaceSales: 'send' | 'skip' | 'hold';
  /**
   * Sales of which you and a marketplace each remit a part of the tax: `split` sends each part as a transaction, `tag` sends
   * one transaction with the marketplace's code and a finding.
   */
  readonly mixedLiability: 'split' | 'tag';
  /** The code for a marketplace that remits tax under an unknown name. */
  readonly unknownMarketplace: string;
  /**
   * ISO 4217 code, such as `USD`: sales in other currencies are converted to it. Rates are `exchangeRate`'s, else those of the
   * platform's own settlement (Stripe's balance transaction; Shopify's amounts are in the shop's currency already). A sale
   * without a rate is held. Null sends each sale in its own currency.
   */
  readonly reportingCurrency: string | null;
  /**
   * Your own rates: what one unit of `from` is worth in `to` on that day, as a decimal such as `'0.7345'`; null leaves it to the
   * platform. If it throws, the sale is held. Null when you have none.
   */
  readonly exchangeRate: ((request: ExchangeRateRequest) => string | null) | null;
  /** Metadata keys of Stripe objects for facts that Stripe has no field for: see docs/stripe.md. */
  readonly metadata: MetadataPolicy;
  /**
   * Products of Stripe that are tax, sold as a line: their ids (`prod_…`) or names. Each such line is sent as tax. Null: lines
   * called by nothing but a tax, such as "Sales tax", with the finding `tax sold as a line`. An empty list: none.
   */
  readonly taxProducts: readonly string[] | null;
  /** The seller of a Stripe charge that was made for a connected account, when Stripe Tax does not state it. */
  readonly platformSells: 'platform' | 'connected account';
}

/** A rate that is needed: codes of ISO 4217, and when the sale was made, in UTC. */
export interface ExchangeRateRequest {
  readonly from: string;
  readonly to: string;
  readonly occurredAt: Instant;
}

/** A setting for each kind of change; docs/adjustments.md describes the effect of each on your filings. */
export interface AdjustmentPolicy {
  /** Refunds, credit notes, negative invoices, and edits and returns that lower the sale. Default `report`. */
  readonly refunds: 'report' | 'send';
  /** Edits and exchanges that raise the sale. They raise revenue and tax. Default `send`. */
  readonly additions: 'report' | 'send';
  /** What went back for a canceled order. Default `send`, so that nothing is left of it; `refunds: 'send'` includes it. */
  readonly cancellations: 'report' | 'send';
  /** Disputes (chargebacks) that were lost. Default `report`. */
  readonly disputes: 'report' | 'send';
  /**
   * Adjustments that were sent and are no longer true, such as a refund that failed or a dispute that was won: `send` offsets each
   * by a transaction with the opposite amounts. Default `send`.
   */
  readonly undoneAdjustments: 'report' | 'send';
  /** The same for sales, such as a bank debit that failed after it was sent. Default `report`. */
  readonly undoneSales: 'report' | 'send';
}

/** The meanings of amounts that a Stripe metadata key can have. */
export type AmountMeaning = 'tax' | 'shipping' | 'discount';

/** The meanings that a Stripe metadata key can have. */
export type MetadataMeaning = AmountMeaning | 'orderId' | 'exempt' | 'resale' | 'marketplace' | 'entity';

/** A key of an amount, and whether its values are in major units (`8.25`, `8` dollars) or in Stripe's smallest ones (`825`). */
export interface AmountKey {
  readonly key: string;
  readonly unit: 'major' | 'minor';
}

/**
 * The keys by their meaning. For an amount a bare key works where each value has a point, which means major units; a whole
 * number then holds the sale, because it may be in either.
 */
export interface MetadataPolicy
  extends
    Readonly<Partial<Record<Exclude<MetadataMeaning, AmountMeaning>, string>>>,
    Readonly<Partial<Record<AmountMeaning, string | AmountKey>>> {
  /**
   * How many minutes after the payment a live sale waits for a configured key of tax, shipping or discount that is not there yet,
   * 0 to 60: plugins write it later. Default 15.
   */
  readonly waitMinutes?: number;
}

export const amountMeanings = ['tax', 'shipping', 'discount'] as const satisfies readonly AmountMeaning[];

/** Bounds of `policy.metadata.waitMinutes`; no request to read a record again is deferred for longer than an hour. */
export const waitMinutes = { least: 0, most: 60, default: 15 } as const;

/** The metadata key of a meaning; null where none is configured. */
export const metadataKey = ({ metadata }: Pick<Policy, 'metadata'>, meaning: MetadataMeaning): string | null => {
  const setting = metadata[meaning] ?? null;
  return setting === null || typeof setting === 'string' ? setting : setting.key;
};

const metadataText = textSetting('Write the metadata key that holds it');

const amountKey = settingsOf<AmountKey>({
  key: metadataText,
  unit: settingOf({ enum: ['major', 'minor'] }, (written, context) => {
    const unit = (['major', 'minor'] as const).find((one) => one === written);
    const remedy = 'Write "major" (8.25) or "minor" (825)';
    return unit === undefined ? refused(context, 'it is not one of the allowed values', remedy) : t.success(unit);
  }),
});

/** A key, or `{ "key": "Total Tax", "unit": "major" }`. */
const amountSetting = optional(
  settingOf<string | AmountKey>(anyOf(metadataText.schema, amountKey.schema), (written, context) =>
    (typeof written === 'string' ? metadataText : amountKey).validate(written, context),
  ),
);

const stateLaw = settingsOf<FacilitatorLaw>({
  collectsFrom: textSetting('Write a day as YYYY-MM-DD, such as 2019-10-01', dayProblem),
  countsTowardThreshold: withDefault(orNull(yesNo), null),
});

const stateProblem = (state: string): Refusal | undefined =>
  O.toUndefined(findUsState(state)) === state
    ? undefined
    : { problem: 'it is not the code of a US state', remedy: 'Write two capital letters, such as CA' };

const isCountryCode = (code: unknown): code is string => typeof code === 'string' && /^[A-Z]{2}$/.test(code);

const countries = settingOf<Policy['shipToCountries']>(anyOf({ enum: ['all'] }, texts.schema), (written, context) => {
  if (written === 'all') return t.success('all');
  const isCodes = isList(written) && written.length > 0 && written.every(isCountryCode);
  const remedy = 'Write "all", or two capital letters each, such as ["US", "CA"]';
  return isCodes ? t.success(written) : refused(context, 'it is not a list of codes of countries', remedy);
});

const namedTaxCodes = oneOf('ignore', 'read');
const taxCodes = settingOf<Policy['taxCodes']>(anyOf(namedTaxCodes.schema, tableOfTexts.schema), (written, context) =>
  (typeof written === 'string' ? namedTaxCodes : tableOfTexts).validate(written, context),
);

const currency = textSetting('Write a code of ISO 4217, such as USD', (code) =>
  O.isNone(findCurrency(code)) ? 'it is not a currency of ISO 4217' : undefined,
);

const exchangeRate = settingOf<Policy['exchangeRate']>(null, (written, context) =>
  typeof written === 'function'
    ? t.success(written as NonNullable<Policy['exchangeRate']>)
    : refused(context, 'it is not a function', "Write a function that returns a decimal, such as '0.7345'"),
);

const reportOrSend = oneOf('report', 'send');

/** Every setting with its values and its default. */
export const policySettings: Setting<Policy> = settingsOf<Policy>({
  adjustments: withDefault(
    settingsOf<AdjustmentPolicy>({
      refunds: withDefault(reportOrSend, 'report'),
      additions: withDefault(reportOrSend, 'send'),
      cancellations: withDefault(reportOrSend, 'send'),
      disputes: withDefault(reportOrSend, 'report'),
      undoneAdjustments: withDefault(reportOrSend, 'send'),
      undoneSales: withDefault(reportOrSend, 'report'),
    }),
    {},
  ),
  unpaid: withDefault(oneOf('wait', 'send'), 'wait'),
  partiallyPaid: withDefault(oneOf('hold', 'send', 'skip'), 'hold'),
  zeroTotals: withDefault(oneOf('send', 'skip', 'hold'), 'send'),
  estimatedTax: withDefault(oneOf('hold', 'send'), 'hold'),
  tips: withDefault(oneOf('leave out', 'send'), 'leave out'),
  fees: withDefault(oneOf('send', 'leave out'), 'send'),
  duties: withDefault(oneOf('by destination', 'send', 'leave out'), 'by destination'),
  shipToCountries: withDefault(countries, 'all'),
  taxCodes: withDefault(taxCodes, 'ignore'),
  resaleTags: withDefault(texts, []),
  exemptTags: withDefault(tableOfTexts, {}),
  exemptEntity: withDefault(orNull(textSetting('Write a code such as NON_PROFIT')), null),
  marketplaces: withDefault(tableOfTexts, {}),
  retailerChannels: withDefault(texts, []),
  facilitatorLaws: withDefault(mapOf(stateLaw, stateProblem), {}),
  nexusThresholds: withDefault(thresholdSettings, {}),
  marketplaceSales: withDefault(oneOf('send', 'skip', 'hold'), 'send'),
  mixedLiability: withDefault(oneOf('split', 'tag'), 'split'),
  unknownMarketplace: withDefault(textSetting('Write a code such as OTHER'), 'OTHER'),
  reportingCurrency: withDefault(orNull(currency), null),
  exchangeRate: withDefault(orNull(exchangeRate), null),
  metadata: withDefault(
    settingsOf<MetadataPolicy>({
      orderId: optional(metadataText),
      exempt: optional(metadataText),
      resale: optional(metadataText),
      marketplace: optional(metadataText),
      entity: optional(metadataText),
      tax: amountSetting,
      shipping: amountSetting,
      discount: amountSetting,
      waitMinutes: optional(wholeNumber(waitMinutes)),
    }),
    {},
  ),
  taxProducts: withDefault(orNull(texts), null),
  platformSells: withDefault(oneOf('platform', 'connected account'), 'platform'),
});

/** The settings that differ from the defaults; an undefined key keeps its default. */
export type PolicyChoices = {
  readonly [Key in Exclude<keyof Policy, 'adjustments'>]?: Policy[Key] | undefined;
} & { readonly adjustments?: Partial<AdjustmentPolicy> | undefined };

/** The same check for choices that other choices may still stand under. */
export const policyChoices: Setting<PolicyChoices> = settingOf<PolicyChoices>(
  policySettings.schema,
  (written, context) => E.map(() => written as PolicyChoices)(policySettings.validate(written, context)),
);

const defaults = policySettings.decode({});
if (E.isLeft(defaults)) throw new Error('a default of the policy is not one of its values');

/** The default policy; docs/mapping.md explains each value. */
export const defaultPolicy: Policy = defaults.right;

/**
 * The default policy with other settings. Left says what is wrong, as one line.
 *
 * @example
 * policyWith({ adjustments: { refunds: 'send' } }) // right: the default policy, and refunds are sent
 */
export const policyWith = (wanted: PolicyChoices): E.Either<string, Policy> =>
  E.mapLeft((problems: readonly ConfigurationProblem[]) => problems.map(describeProblem).join('; '))(
    readSetting('policy')(policySettings, wanted),
  );

/** The choices, with other choices as defaults. */
export const policyUnder = (choices: PolicyChoices = {}, defaults: PolicyChoices = {}): PolicyChoices => ({
  ...defaults,
  ...choices,
  adjustments: { ...defaults.adjustments, ...choices.adjustments },
});

const settingThatSends: Readonly<Record<SettingHold, Partial<Policy>>> = {
  'partially paid': { partiallyPaid: 'send' },
  'tax still estimated': { estimatedTax: 'send' },
  'zero total held': { zeroTotals: 'send' },
  'marketplace sale held': { marketplaceSales: 'send' },
};

/** The policy under which a record that is held for this reason would be sent; undefined when no setting holds it. Pure. */
export const policyToSend = (policy: Policy, { _tag, reason }: Exclusion): Policy | undefined => {
  return _tag === 'Held' && isSettingHold(reason) ? { ...policy, ...settingThatSends[reason] } : undefined;
};

const isSettingHold = (reason: string): reason is SettingHold => Object.hasOwn(settingThatSends, reason);
