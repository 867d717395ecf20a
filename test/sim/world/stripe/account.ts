// Charges are changed and hidden for a while in virtual time while they are read: the sandbox's account, whose sales follow from a seed
// and never change, serves over real HTTP in real time.
import type {
  ChildName,
  ListName,
  ListQuery,
  ObjectName,
  StripeList,
} from '../../../../connectors/stripe/client/stripe-api.ts';
import type { Zone } from '../zone.ts';
import type { Charge, ChargeEvent } from './charge.ts';
import { chargeJson, eventJson } from './charge-json.ts';

/** A simulated Stripe account: its charges as they are now, and the events about them. */
export interface StripeAccount {
  readonly storefront: string;
  readonly id: string;
  readonly zone: Zone;
  readonly put: (charge: Charge) => void;
  readonly note: (event: ChargeEvent) => void;
  readonly find: (id: string) => Charge | undefined;
  readonly list: (name: ListName, query: ListQuery) => StripeList;
  readonly children: (name: ChildName, id: string, query: ListQuery) => StripeList;
  /** Undefined when there is none. */
  readonly retrieve: (name: ObjectName, id: string) => unknown;
}

/** What a connector reads of an account. */
export type ReadAccount = Pick<StripeAccount, 'storefront' | 'id' | 'zone' | 'list' | 'children'> & {
  readonly retrieve: (name: ObjectName, id: string, expand: readonly string[]) => unknown;
};

export interface AccountOptions {
  readonly storefront: string;
  readonly id: string;
  readonly zone: Zone;
  readonly now: () => number;
  /** Objects on a page, whatever is asked for. */
  readonly pageSize: number;
}

interface Listed {
  readonly id: string;
  readonly created: number;
  readonly json: unknown;
}

/** Newest first; of one second, in an order that stays. */
const inOrder = (a: Listed, b: Listed): number => b.created - a.created || (a.id < b.id ? 1 : -1);

export const makeAccount = ({ storefront, id, zone, now, pageSize }: AccountOptions): StripeAccount => {
  const charges = new Map<string, Charge>();
  const events: ChargeEvent[] = [];

  const isShown = ({ visibleAt }: { readonly visibleAt: number }): boolean => visibleAt <= now();
  const secondOf = (at: number): number => Math.floor(at / 1_000);
  /** There are no sessions or invoices here: other lists are empty. */
  const listed = (name: ListName): readonly Listed[] => {
    if (name === 'charges') {
      const shown = [...charges.values()].filter(isShown);
      return shown.map((charge) => ({ id: charge.id, created: secondOf(charge.createdAt), json: chargeJson(charge) }));
    }
    if (name !== 'events') return [];
    return events
      .filter(isShown)
      .map((event) => ({ id: event.id, created: secondOf(event.at), json: eventJson(event) }));
  };

  return {
    storefront,
    id,
    zone,
    put: (charge) => void charges.set(charge.id, charge),
    note: (event) => void events.push(event),
    find: (chargeId) => charges.get(chargeId),
    list: (name, { created, starting_after: after }) => {
      const all = listed(name)
        .filter(({ created: at }) => created === undefined || (at >= created.gte && at < created.lt))
        .sort(inOrder);
      const from = after === undefined ? 0 : all.findIndex((one) => one.id === after) + 1;
      const page = all.slice(from, from + pageSize);
      return { data: page.map(({ json }) => json), has_more: from + page.length < all.length };
    },
    children: () => ({ data: [], has_more: false }),
    retrieve: (name, chargeId) => {
      if (name !== 'charge') return undefined;
      const charge = charges.get(chargeId);
      return charge === undefined || charge.visibleAt > now() ? undefined : chargeJson(charge);
    },
  };
};
