/**
 * Builds and reads the ids and names of transactions, made of immutable parts only, because a changed id or name would send a
 * sale twice.
 */
import type { SaleIdentity } from './sale.ts';
import type { SaleOwner } from '../domain/sync-store.ts';

/**
 * The id under which a sale is sent: platform, account and record, all immutable. The same sale has the same id from a
 * historical sync, a webhook, a schedule, after a reinstall, and after the sync database was lost.
 *
 * @example
 * saleIdOf(identity) // "shopify:548380009:5012345678"
 */
export const saleIdOf = ({
  platform,
  account,
  recordId,
  part,
  addedBy,
}: Pick<SaleIdentity, 'platform' | 'account' | 'recordId' | 'part' | 'addedBy'>): string => {
  const added = addedBy === undefined ? '' : `:${addedBy.kind}:${addedBy.id}`;
  return `${platform}:${account}:${recordId}${added}${part === undefined ? '' : `:${part}`}`;
};

const laterKinds = ['refund', 'edit', 'return', 'dispute'] as const;
type LaterKind = (typeof laterKinds)[number];

/** A later change to a sale that is sent as a separate transaction. */
interface LaterAdjustment {
  /** Default: a refund. */
  readonly kind?: Exclude<LaterKind, 'refund'>;
  readonly id: string;
}

/** The transaction id of a later change. */
export const laterIdOf = (identity: SaleIdentity, { kind, id }: LaterAdjustment): string =>
  `${saleIdOf(identity)}:${kind ?? 'refund'}:${id}`;

/** The transaction ids of later changes that the line of a sale names. */
export const laterIdsOf = (
  saleId: string,
  later: readonly { readonly kind: string; readonly id: string }[],
): readonly string[] =>
  later.filter(({ kind }) => laterKinds.some((one) => one === kind)).map(({ kind, id }) => `${saleId}:${kind}:${id}`);

/** `undone`: the exact opposite of what was sent and is no longer true; `restored`: the same again, because it is true again. */
export type CorrectionKind = 'undone' | 'restored';

const laterIdPart = new RegExp(`:(${laterKinds.join('|')}):`);
const correctionPart = /^(.+):(undone|restored):([^:]+)$/;
const partOfRecord = new RegExp(`:(?:marketplace(?=:|$)|(?:${laterKinds.join('|')}|undone|restored):)`);

/**
 * The id of the record to which an id of any kind belongs.
 *
 * @example
 * saleIdWithin('shopify:1:5012:refund:901') // "shopify:1:5012"
 */
export const saleIdWithin = (id: string): string => {
  const at = id.search(partOfRecord);
  return at === -1 ? id : id.slice(0, at);
};

/** The kind of later change that an id names; null for the id of a sale. */
export const laterKindOf = (id: string): LaterKind | null => {
  const named = laterIdPart.exec(id)?.[1];
  return laterKinds.find((kind) => kind === named) ?? null;
};

/** The parts of a correction's id. `base`: the id under which the corrected transaction was first sent. */
export interface CorrectionId {
  readonly base: string;
  readonly kind: CorrectionKind;
  /** The id of the platform's event, or a number in the order of the corrections where the platform shows none. */
  readonly event: string;
}

/**
 * The id of a correction. Made of the platform's ids alone, so that a new sync database makes the same one.
 *
 * @example
 * correctionIdOf({ base: 'stripe:acct_1:ch_1:refund:re_1', kind: 'undone', event: 'txn_1' })
 * // "stripe:acct_1:ch_1:refund:re_1:undone:txn_1"
 */
export const correctionIdOf = ({ base, kind, event }: CorrectionId): string => `${base}:${kind}:${event}`;

/** The readable name of a correction, from the name of the corrected transaction. */
export const correctionNameOf = (name: string, { kind, event }: Omit<CorrectionId, 'base'>): string =>
  `${name} · ${kind} ${event}`;

/** The parts of a correction's id; undefined for the id of any other transaction. */
export const correctionWithin = (id: string): CorrectionId | undefined => {
  const [, base, kind, event] = correctionPart.exec(id) ?? [];
  if (base === undefined || event === undefined) return undefined;
  return { base, kind: kind === 'undone' ? 'undone' : 'restored', event };
};

/** What a name adds to the name of its sale, as keys: see `textKey`. */
export interface NamedUnder {
  readonly isMarketplacePart: boolean;
  /** Null for the sale, or its other part. */
  readonly later: { readonly kind: LaterKind; readonly id: string } | null;
  readonly correction: Omit<CorrectionId, 'base'> | null;
}

const keyUnder = new RegExp(
  `^(marketplace-part)?(?:(?:^|-)(${laterKinds.join('|')})-(.+?))?(?:(?:^|-)(undone|restored)-(.+))?$`,
);

/**
 * Reads the rest of a name's key, behind the key of the sale's name; undefined where the name is not ours.
 *
 * @example
 * namedUnder('refund-901-undone-txn-1') // { later: { kind: 'refund', id: '901' }, correction: { kind: 'undone', event: 'txn-1' }, … }
 */
export const namedUnder = (rest: string): NamedUnder | undefined => {
  const [all, part, kind, id, corrected, event] = keyUnder.exec(rest) ?? [];
  const later = laterKinds.find((one) => one === kind);
  // Goods that were added later have names that begin with the name of their order.
  const isOfOther = id !== undefined && laterKinds.some((one) => id.includes(`-${one}-`));
  if (all === undefined || isOfOther) return undefined;
  return {
    isMarketplacePart: part !== undefined,
    later: later === undefined || id === undefined ? null : { kind: later, id },
    correction: event === undefined ? null : { kind: corrected === 'undone' ? 'undone' : 'restored', event },
  };
};

/** Whether an id is the id of a sale or of a part of one, and not of a later change or a correction. */
export const isSaleId = (id: string): boolean => laterKindOf(id) === null && correctionWithin(id) === undefined;

/**
 * The platform and the account of an id of any kind.
 *
 * @example
 * accountWithin('shopify:1:5012:refund:901') // "shopify:1"
 */
export const accountWithin = (id: string): string => {
  const sale = saleIdWithin(id);
  const at = sale.lastIndexOf(':');
  return at === -1 ? sale : sale.slice(0, at);
};

/**
 * The readable name. The service compares names, so it contains only immutable parts and is unique by the record's id, with
 * the account where ids repeat: order numbers repeat between shops, and shop domains change.
 *
 * @example
 * saleNameOf(identity) // "Shopify #1001 · 5012345678", "Stripe in_1Q…", "WooCommerce us-shop · 1001 · 1001"
 */
export const saleNameOf = (identity: SaleIdentity): string => {
  const { platformName, account, number, recordId, part, idsRepeat, addedBy } = identity;
  const owner = idsRepeat === true ? `${platformName} ${account} ·` : platformName;
  const added = addedBy === undefined ? '' : ` · ${addedBy.kind} ${addedBy.id}`;
  return `${owner} ${number === null ? recordId : `${number} · ${recordId}`}${added}${part === undefined ? '' : ` · ${part} part`}`;
};

export const laterNameOf = (identity: SaleIdentity, { kind, id }: LaterAdjustment): string =>
  `${saleNameOf(identity)} · ${kind ?? 'refund'} ${id}`;

/**
 * Whether an id that the service shows belongs to another sale or change of ours (`platform:account:record`), whatever its
 * name is. Ids that the service assigned prove nothing. Case is ignored, because a service may change it.
 */
export const isOtherTransaction = (remoteId: string, id: string): boolean => {
  const [remote, own] = [remoteId.toLowerCase(), id.toLowerCase()];
  return remote !== own && /^[^:]+:[^:]+:./.test(remote) && remote.split(':', 1)[0] === own.split(':', 1)[0];
};

interface Owner {
  readonly platform: string;
  /** Id of the shop or account. */
  readonly account: string;
}

/**
 * The record id in a text that people copy from a report, a reconciliation or the service: the id of a transaction or finding
 * of this account, or the name of a transaction. Any other text is returned unchanged, including ids of other accounts.
 *
 * @example
 * recordNamed({ platform: 'shopify', account: '1' }, 'shopify:1:5012:refund:901') // "5012"
 * recordNamed({ platform: 'shopify', account: '1' }, 'Shopify #1001 · 5012') // "5012"
 */
export const recordNamed = ({ platform, account }: Owner, given: string): string => {
  const written = given.trim();
  const own = `${platform}:${account}:`;
  if (written.startsWith(own)) {
    // After a slash: which finding of a reconciliation it is. No platform has a slash within an id.
    const [record = ''] = saleIdWithin(written.slice(own.length)).split('/', 1);
    return record;
  }
  const isName = written.toLowerCase().startsWith(`${platform.toLowerCase()} `);
  if (!isName) return written;
  const unnamed = written.slice(platform.length).trim();
  return (
    recordOfName(platform, written) ??
    (unnamed.startsWith(`${account} · `) ? unnamed.slice(account.length + 3) : unnamed)
  );
};

/**
 * Whether another storefront owns a transaction. A storefront of the same account never does: it was renamed.
 */
export const isOwnedByOther =
  (sale: SaleOwner) =>
  (owner: SaleOwner): boolean =>
    owner.storefront !== sale.storefront && accountWithin(owner.id) !== accountWithin(sale.id);

/** The record, or the payment of a record, that a reference names by the id of its platform. */
interface NamedRecord {
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
  const at = reference.indexOf(':');
  return at === -1
    ? { platform: reference, recordId: '' }
    : { platform: reference.slice(0, at), recordId: reference.slice(reference.lastIndexOf(':') + 1) };
};

/**
 * Whether an id proves that two sales are one: it is unique. The merchant's order numbers (`order:1001`) and payment
 * ids of gateways (`shopify:payment:7`) are not.
 */
export const isProofOfSale = (reference: string): boolean => {
  const { platform, recordId } = namedRecord(reference);
  return recordId !== '' && platform !== '' && platform !== 'order' && !/^[^:]+:payment:/.test(reference);
};

/** The platform of a storefront whose connector could not be opened. */
export const unknownPlatform = 'unknown';

/**
 * The record of `Shopify #1001 · 5012345678`, of `Shopify #1001 · 5012345678 · refund 901` and of `Stripe ch_1 · refund re_1`;
 * undefined for any other text. The number itself may contain dots; a service may list names in upper case.
 */
const recordOfName = (platform: string, name: string): string | undefined => {
  const parts = name.split(' · ');
  const isLater = (text: string): boolean =>
    /^marketplace part$/i.test(text) ||
    [...laterKinds, 'undone', 'restored'].some((kind) => text.toLowerCase().startsWith(`${kind} `));
  while (isLater(parts.at(-1) ?? '')) parts.pop();
  const [first = ''] = parts;
  const record = parts.length > 1 ? (parts.at(-1) ?? '') : first.slice(platform.length).trim();
  return record === '' || record.includes(' ') ? undefined : record;
};
