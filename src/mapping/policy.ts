import * as E from 'fp-ts/lib/Either.js';

/**
 * What the merchant decides about the mapping; everything has a default. docs/mapping.md is the table of it.
 *
 * Changing a policy changes what new sales are sent as. What was sent stays as it was sent.
 */
export interface Policy {
  /** `report`: a sale is sent gross and its refunds are listed. `send`: each refund is a transaction of its own. */
  readonly refunds: 'report' | 'send';
  /** Orders on which nothing was paid yet, such as net terms: `skip` until they are paid, or `send` as sold. */
  readonly unpaid: 'skip' | 'send';
  /** Orders of which only a part is paid: `hold` them, `send` them as sold, or `skip` them until they are paid. */
  readonly partiallyPaid: 'hold' | 'send' | 'skip';
  /** Sales whose tax the platform calls an estimate. */
  readonly estimatedTax: 'hold' | 'send';
  /** Tips: `leave out` as voluntary, or `send` each as a line where a state taxes them. */
  readonly tips: 'leave out' | 'send';
  /** Tags of a buyer or an order that mean "bought for resale". */
  readonly resaleTags: readonly string[];
  /** Tags that mean a kind of exempt buyer: tag to `entity` code. */
  readonly exemptTags: Readonly<Record<string, string>>;
  /** The `entity` of buyers that the platform calls exempt without saying why; null leaves the field out and reports it. */
  readonly exemptEntity: string | null;
  /** More channels that are marketplaces: handle, app name, app id or source name to `marketplace` code. */
  readonly marketplaces: Readonly<Record<string, string>>;
  /** The code for a marketplace that remits tax and has no name that we know. */
  readonly unknownMarketplace: string;
  /** Metadata keys of Stripe objects that carry what Stripe does not: see docs/stripe.md. */
  readonly metadata: Readonly<Partial<Record<MetadataMeaning, string>>>;
  /** Whose sale a Stripe charge is that was made for a connected account, when Stripe Tax does not say. */
  readonly platformSells: 'platform' | 'connected account';
}

/** What a Stripe metadata key of the host's choosing can mean. Amounts are decimals, or whole minor units. */
export type MetadataMeaning =
  'orderId' | 'tax' | 'shipping' | 'discount' | 'exempt' | 'resale' | 'marketplace' | 'entity';

/** The policy of whoever decides nothing; docs/mapping.md says what each of its values does. */
export const defaultPolicy: Policy = {
  refunds: 'report',
  unpaid: 'skip',
  partiallyPaid: 'hold',
  estimatedTax: 'hold',
  tips: 'leave out',
  resaleTags: [],
  exemptTags: {},
  exemptEntity: null,
  marketplaces: {},
  unknownMarketplace: 'OTHER',
  metadata: {},
  platformSells: 'platform',
};

/** What a host wants otherwise than the defaults; a key that is undefined keeps its default. */
export type PolicyChoices = { readonly [Key in keyof Policy]?: Policy[Key] | undefined };

/**
 * The defaults with what a host wants otherwise. Left names the keys that no policy has: a misspelt one would change
 * nothing, silently.
 *
 * @example
 * policyWith({ refunds: 'send' }) // right({ ...defaultPolicy, refunds: 'send' })
 */
export const policyWith = (wanted: PolicyChoices): E.Either<string, Policy> => {
  const unknown = Object.keys(wanted).filter((key) => !(key in defaultPolicy));
  if (unknown.length > 0) {
    return E.left(`policy has no ${unknown.join(', ')}; its keys are ${Object.keys(defaultPolicy).join(', ')}`);
  }
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
  return E.right({ ...defaultPolicy, ...Object.fromEntries(given) });
};
