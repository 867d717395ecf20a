import type { Clock } from '../domain/environment.ts';

/** How much of unverified deliveries is held at the same time. */
export interface DeskLimits {
  /** Bytes that have arrived, of all bodies together. */
  readonly maxBytes: number;
  /** Bodies of one client address. */
  readonly perClient: number;
  /** Bodies for one storefront. */
  readonly perStorefront: number;
  /** Milliseconds in which a body need not fear for its place because there are many. */
  readonly grace: number;
}

const deskLimits: DeskLimits = {
  maxBytes: 128 * 1024 * 1024,
  perClient: 64,
  perStorefront: 256,
  grace: 1_000,
};

interface Sender {
  readonly storefront: string;
  /** Undefined where it is not known. */
  readonly client: string | undefined;
}

/** A body that is being read. */
export interface OpenBody {
  /** Counts bytes that have arrived. */
  readonly arrived: (bytes: number) => void;
  readonly close: () => void;
}

interface Held extends Sender {
  /** Milliseconds since 1970. */
  readonly since: number;
  bytes: number;
  readonly displace: () => void;
}

/** Bytes that count as arrived from the start, so that a body is not slow because it has just begun. */
const credit = 64 * 1024;

/** The one that has made the least progress, of those that began at `until` or before; bodies stand in the order they began. */
const slowestOf = (bodies: Iterable<Held>, at: number, until: number): Held | undefined => {
  let [slowest, least]: [Held | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (const body of bodies) {
    if (body.since > until) break;
    const progress = (credit + body.bytes) / (Math.max(0, at - body.since) + 1);
    if (progress < least) [slowest, least] = [body, progress];
  }
  return slowest;
};

/** Bodies by what they have in common: those of a storefront, those of a client. */
const grouped = () => {
  const groups = new Map<string, Set<Held>>();
  return {
    add: (key: string, body: Held): Set<Held> => {
      const group = groups.get(key) ?? new Set();
      groups.set(key, group.add(body));
      return group;
    },
    remove: (key: string, body: Held): void => {
      const group = groups.get(key);
      group?.delete(body);
      if (group?.size === 0) groups.delete(key);
    },
  };
};

/**
 * Keeps account of bodies that are being read. Only bytes that have arrived count: what a length announces costs nothing. Where
 * there are too many, the one that makes the least progress makes room, so that slow senders cannot keep out quick ones.
 */
export const bodyDesk = (
  { now }: Pick<Clock, 'now'>,
  { maxBytes, perClient, perStorefront, grace }: DeskLimits = deskLimits,
): { readonly open: (sender: Sender, displace: () => void) => OpenBody } => {
  const held = new Set<Held>();
  const [ofStorefronts, ofClients] = [grouped(), grouped()];
  let total = 0;

  const remove = (body: Held): void => {
    if (!held.delete(body)) return;
    total -= body.bytes;
    ofStorefronts.remove(body.storefront, body);
    if (body.client !== undefined) ofClients.remove(body.client, body);
  };

  const displaceOne = (bodies: Iterable<Held>, grace: number): boolean => {
    const slowest = slowestOf(bodies, now(), now() - grace);
    if (slowest === undefined) return false;
    remove(slowest);
    slowest.displace();
    return true;
  };

  return {
    open: ({ storefront, client }, displace) => {
      const body: Held = { storefront, client, since: now(), bytes: 0, displace };
      held.add(body);
      const ofStorefront = ofStorefronts.add(storefront, body);
      if (ofStorefront.size > perStorefront) displaceOne(ofStorefront, grace);
      const ofClient = client === undefined ? undefined : ofClients.add(client, body);
      if (ofClient !== undefined && ofClient.size > perClient) displaceOne(ofClient, grace);
      return {
        arrived: (bytes) => {
          if (!held.has(body)) return;
          body.bytes += bytes;
          total += bytes;
          while (total > maxBytes && displaceOne(held, 0));
        },
        close: () => remove(body),
      };
    },
  };
};
