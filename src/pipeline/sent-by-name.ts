/**
 * Finds by name what was sent for a sale, for a new sync database and a service that assigns ids, whose list shows ours
 * nowhere. The list may change names, so an id is taken from the record if it has one with the same key.
 */
import * as E from 'fp-ts/lib/Either.js';
import type { SentTransaction } from '../domain/sent.ts';
import type { RemoteTransaction, StoreResult, SyncStore } from '../domain/sync-store.ts';
import { textKey } from '../mapping/comparison.ts';
import {
  correctionIdOf,
  correctionNameOf,
  isOtherTransaction,
  type NamedUnder,
  namedUnder,
} from '../mapping/identity.ts';
import type { RecordTruth } from './mapped-record.ts';

/** The id of the transaction that a listed name stands for; undefined where the name does not belong to this sale. Pure. */
export const idNamed = (truth: RecordTruth, name: string): string | undefined => {
  const [key, own] = [textKey(name), textKey(truth.saleName ?? '')];
  if (own === '' || (key !== own && !key.startsWith(`${own}-`))) return undefined;
  return namedOf(truth, truth.saleName ?? '', key.slice(own.length + 1))?.id;
};

/** By the id of a sale: everything that the list shows under its names, the sale included. Costs one query per page. */
export const sentByName = async (
  store: Pick<SyncStore, 'findListedUnder'>,
  truths: readonly RecordTruth[],
): StoreResult<ReadonlyMap<string, readonly SentTransaction[]>> => {
  const sales = truths.flatMap((truth) =>
    truth.saleName === null ? [] : [{ truth, name: truth.saleName, key: textKey(truth.saleName) }],
  );
  const found = new Map<string, SentTransaction[]>();
  if (sales.length === 0) return E.right(found);
  const listed = await store.findListedUnder(sales.map(({ name }) => name))();
  if (E.isLeft(listed)) return listed;
  // If one sale's name begins with another's, the listed name belongs to the longer one.
  const longestFirst = sales.toSorted((a, b) => b.key.length - a.key.length);
  const isUnder = ({ name }: RemoteTransaction, key: string): boolean =>
    name === key || name?.startsWith(`${key}-`) === true;
  for (const remote of listed.right) {
    const sale = longestFirst.find(({ key }) => isUnder(remote, key));
    if (sale === undefined) continue;
    const { saleId } = sale.truth;
    const named = namedOf(sale.truth, sale.name, (remote.name ?? '').slice(sale.key.length + 1));
    // A transaction with one of our ids is already known by that id.
    if (named === undefined || remote.id === named.id || isOtherTransaction(remote.id, named.id)) continue;
    const before = found.get(saleId) ?? [];
    if (before.some(({ id }) => id === named.id)) continue;
    found.set(saleId, [...before, { ...named, status: 'listed', savedAt: null, shown: remote.shown }]);
  }
  return E.right(found);
};

/** Merges transactions known by id and by name; an id from a name may be another form of the same key. Pure. */
export const withNamed = (
  byId: readonly SentTransaction[],
  byName: readonly SentTransaction[],
): readonly SentTransaction[] => {
  const known = new Set(byId.map(({ id }) => textKey(id)));
  return [...byId, ...byName.filter(({ id }) => !known.has(textKey(id)))];
};

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The transaction that a listed name stands for; undefined where the name is not ours. Pure. */
const namedOf = (truth: RecordTruth, saleName: string, rest: string): Named | undefined => {
  const sale = { id: truth.saleId, name: saleName };
  if (rest === '') return sale;
  const named = namedUnder(rest);
  if (named === undefined) return undefined;
  const part = named.isMarketplacePart
    ? { id: `${sale.id}:marketplace`, name: `${saleName} · marketplace part` }
    : sale;
  const base = named.later === null ? part : laterOf(truth, part, named.later);
  return named.correction === null ? base : correctionOf(truth, base, named.correction);
};

const laterOf = (truth: RecordTruth, sale: Named, { kind, id }: NonNullable<NamedUnder['later']>): Named => {
  const prefix = `${sale.id}:${kind}:`;
  const shown = [...truth.inForce, ...truth.undone.keys(), ...truth.again.keys()]
    .filter((one) => one.startsWith(prefix))
    .map((one) => one.slice(prefix.length));
  const own = sameKey(shown, id) ?? id;
  return { id: `${prefix}${own}`, name: `${sale.name} · ${kind} ${own}` };
};

const sameKey = (ids: readonly string[], key: string): string | undefined => ids.find((id) => textKey(id) === key);

const correctionOf = (truth: RecordTruth, base: Named, given: NonNullable<NamedUnder['correction']>): Named => {
  const { kind } = given;
  const events = [...(truth.undone.get(base.id) ?? []), truth.again.get(base.id), truth.saleUndoneBy];
  const ids = events.flatMap((one) => one?.id?.replaceAll(':', '-') ?? []);
  const event = sameKey(ids, given.event) ?? given.event;
  return { id: correctionIdOf({ base: base.id, kind, event }), name: correctionNameOf(base.name, { kind, event }) };
};
