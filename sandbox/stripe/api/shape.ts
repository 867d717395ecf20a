/** Shapes an object as Stripe sends it: expands what was requested, and leaves out what Stripe sends only on request. */
import { isRecord } from '../../../src/domain/fields.ts';
import type { Json } from '../objects/ground.ts';
import type { SampleObjects } from './sample-objects.ts';

/** The value at a path in an object; undefined without one. */
export const valueAt = (object: Json, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), object);

/**
 * How a part of an object is sent.
 *
 * - `reference`: an id, in whose place the object stands when it is asked for
 * - `included`: only when it is asked for
 * - `list`: the first ten, only when they are asked for; `always` without being asked
 * - `gathered`: the same, from other objects of the sale that name this one
 */
type Expansion =
  | { readonly kind: 'reference' | 'included' }
  | { readonly kind: 'list'; readonly always?: true }
  | { readonly kind: 'gathered'; readonly of: string; readonly by: string };

const reference: Expansion = { kind: 'reference' };

const included: Expansion = { kind: 'included' };

const list: Expansion = { kind: 'list' };

const alwaysListed: Expansion = { kind: 'list', always: true };

const ofPayment = { charge: reference, payment_intent: reference };

/** What can be expanded, by the `object` that contains it; any other path is refused. */
const expandable: Readonly<Record<string, Readonly<Record<string, Expansion>>>> = {
  balance_transaction: { source: reference },
  charge: {
    balance_transaction: reference,
    failure_balance_transaction: reference,
    payment_intent: reference,
    refunds: { kind: 'gathered', of: 'refund', by: 'charge' },
  },
  payment_intent: { latest_charge: reference, 'amount_details.line_items': list },
  'checkout.session': {
    invoice: reference,
    line_items: list,
    payment_intent: reference,
    'total_details.breakdown': included,
  },
  item: { discounts: included, taxes: included },
  invoice: { lines: alwaysListed, payments: { kind: 'gathered', of: 'invoice_payment', by: 'invoice' } },
  invoice_payment: { invoice: reference, 'payment.payment_intent': reference },
  credit_note: { invoice: reference, lines: alwaysListed },
  dispute: ofPayment,
  refund: { ...ofPayment, failure_balance_transaction: reference },
  'tax.calculation': { line_items: list },
  'tax.transaction': { line_items: list },
};

/** The first path that cannot be expanded, if any. Lists are entered by `data`. */
export const unexpandable = (object: Json, paths: readonly string[]): string | undefined => {
  const names = Object.keys(expandable[String(object['object'])] ?? {});
  return deeper(paths).find((path) => !names.some((name) => path === name || path.startsWith(`${name}.`)));
};

/** How many items of a list are sent inside an object. */
const maxInside = 10;

/** @returns an object with these paths expanded, each relative to the object */
export const shapeWith = (
  objects: Pick<SampleObjects, 'around' | 'find'>,
): ((object: Json, paths: readonly string[]) => Json) => {
  const listed = (items: readonly Json[], paths: readonly string[]): Json => ({
    object: 'list',
    data: items.slice(0, maxInside).map((item) => shape(item, restOf(paths, 'data'))),
    has_more: items.length > maxInside,
  });
  const itemsIn = (value: unknown): readonly Json[] =>
    isRecord(value) && Array.isArray(value['data']) ? value['data'].filter(isRecord) : [];

  const part = (object: Json, name: string, expansion: Expansion, paths: readonly string[]): Json => {
    const asked = restOf(paths, name);
    const isAsked = asked.length > 0;
    const at = name.split('.');
    switch (expansion.kind) {
      case 'included':
        return isAsked ? object : changeAt(object, at, () => undefined);
      case 'list':
        return changeAt(object, at, (value) =>
          isAsked || expansion.always === true ? listed(itemsIn(value), deeper(asked)) : undefined,
        );
      case 'gathered': {
        if (!isAsked) return object;
        const { of, by } = expansion;
        const found = objects
          .around(String(object['id']))
          .filter((other) => other.object === of && other[by] === object['id'])
          .toSorted((a, b) => b.created - a.created);
        return { ...object, [name]: listed(found, deeper(asked)) };
      }
      case 'reference': {
        const found = isAsked ? objects.find(String(valueAt(object, at))) : undefined;
        return found === undefined ? object : changeAt(object, at, () => shape(found, deeper(asked)));
      }
    }
  };

  const shape = (object: Json, paths: readonly string[]): Json => {
    const rules = Object.entries(expandable[String(object['object'])] ?? {});
    const shaped = rules.reduce((shapedSoFar, [name, expansion]) => part(shapedSoFar, name, expansion, paths), object);
    const about = object['object'] === 'event' ? objects.find(String(valueAt(object, ['data', 'object']))) : undefined;
    return about === undefined ? shaped : { ...shaped, data: { object: shape(about, []) } };
  };
  return shape;
};

const deeper = (paths: readonly string[]): readonly string[] => paths.filter((path) => path !== '');

const restOf = (paths: readonly string[], name: string): readonly string[] =>
  paths.flatMap((path) => {
    if (path === name) return [''];
    return path.startsWith(`${name}.`) ? [path.slice(name.length + 1)] : [];
  });

/** The object with another value at a path, or without a value there; unchanged when the path does not exist. */
const changeAt = (object: Json, path: readonly string[], change: (value: unknown) => unknown): Json => {
  const [key, ...rest] = path;
  if (key === undefined || !(key in object)) return object;
  const value = object[key];
  const changed = rest.length === 0 ? change(value) : isRecord(value) ? changeAt(value, rest, change) : value;
  if (changed === value) return object;
  return changed === undefined
    ? Object.fromEntries(Object.entries(object).filter(([name]) => name !== key))
    : { ...object, [key]: changed };
};
