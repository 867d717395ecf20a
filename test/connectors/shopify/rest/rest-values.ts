import { isGiven, isList, isRecord } from '../../../../src/domain/fields.ts';

/** A REST object; any field may be missing, null, or of an older shape. */
export type RestObject = Readonly<Record<string, unknown>>;

/** A number as text; other values unchanged, for the codec to check. */
export const asText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

/** A count as a number, also when it is text. */
export const countOf = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() !== '' ? Number(value) : value;

/** Maps the objects of a REST list to the shape of GraphQL. Anything else becomes null, so the list counts as cut short. */
export const listOf = (value: unknown, inGraphqlShape: (object: RestObject) => unknown): unknown =>
  isList(value) ? value.map((object) => (isRecord(object) ? inGraphqlShape(object) : null)) : undefined;

/** The global id of a REST object: its own, or one built from its number. */
export const gidOf = (object: RestObject, type: string, field = 'id'): unknown => {
  const stated = object['admin_graphql_api_id'];
  if (field === 'id' && typeof stated === 'string') return stated;
  const id = asText(object[field]);
  return typeof id === 'string' && !id.startsWith('gid:') ? `gid://shopify/${type}/${id}` : id;
};

const moneyOfSet = (set: unknown): unknown => {
  const shop = isRecord(set) ? (set['shop_money'] ?? set) : undefined;
  return isRecord(shop) && isGiven(shop['amount'])
    ? { shopMoney: { amount: asText(shop['amount']), currencyCode: shop['currency_code'] ?? shop['currency'] } }
    : undefined;
};

/**
 * A REST amount in the shape of GraphQL: the shop money of `<field>_set`, or the plain number or text in the order's currency.
 * Undefined when there is neither.
 */
export const restMoney =
  (currency: unknown) =>
  (object: RestObject, field: string): unknown => {
    const ofSet = moneyOfSet(object[`${field}_set`]) ?? moneyOfSet(object[field]);
    if (ofSet !== undefined) return ofSet;
    const plain = object[field];
    if (plain === null || plain === undefined || isRecord(plain)) return undefined;
    return { shopMoney: { amount: asText(plain), currencyCode: currency } };
  };

/** REST tags: comma-separated text, or a list. */
export const tagsOf = (value: unknown): unknown =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== '')
    : value;

/** Enums are lower case in REST and upper case in GraphQL. */
export const enumOf = (value: unknown): unknown => (typeof value === 'string' ? value.toUpperCase() : value);
