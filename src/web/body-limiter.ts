/** Limits the memory that unverified webhook bodies take, so that slow or hostile senders cannot keep out real deliveries. */
import type { Clock } from '../domain/environment.ts';

/** How much of unverified deliveries is held in memory at the same time. */
export interface BodyLimiterOptions {
  /** Bytes received, of all bodies together. */
  readonly maxBytes: number;
  /** Bodies of one client address. */
  readonly perClient: number;
  /** Bodies for one storefront. */
  readonly perStorefront: number;
  /** Milliseconds after its start in which a body is not evicted because of the number of bodies. */
  readonly grace: number;
}

/** A body that is being read. */
export interface OpenBody {
  /** Counts received bytes. */
  readonly arrived: (bytes: number) => void;
  readonly close: () => void;
}

const defaults: BodyLimiterOptions = {
  maxBytes: 128 * 1024 * 1024,
  perClient: 64,
  perStorefront: 256,
  grace: 1_000,
};

interface Sender {
  readonly storefront: string;
  /** Undefined when unknown. */
  readonly client: string | undefined;
}

interface TrackedBody extends Sender {
  /** Milliseconds since 1970. */
  readonly since: number;
  bytes: number;
  readonly evict: () => void;
}

/** Only received bytes count; an announced length costs nothing. Above a limit it evicts the body with the least progress. */
export const bodyLimiter = (
  { now }: Pick<Clock, 'now'>,
  { maxBytes, perClient, perStorefront, grace }: BodyLimiterOptions = defaults,
): { readonly open: (sender: Sender, evict: () => void) => OpenBody } => {
  const tracked = new Set<TrackedBody>();
  const [byStorefront, byClient] = [grouped(), grouped()];
  let total = 0;

  const remove = (body: TrackedBody): void => {
    if (!tracked.delete(body)) return;
    total -= body.bytes;
    byStorefront.remove(body.storefront, body);
    if (body.client !== undefined) byClient.remove(body.client, body);
  };

  const evictSlowest = (bodies: Iterable<TrackedBody>, grace: number): boolean => {
    const slowest = slowestOf(bodies, now(), now() - grace);
    if (slowest === undefined) return false;
    remove(slowest);
    slowest.evict();
    return true;
  };

  return {
    open: ({ storefront, client }, evict) => {
      const body: TrackedBody = { storefront, client, since: now(), bytes: 0, evict };
      tracked.add(body);
      const ofStorefront = byStorefront.add(storefront, body);
      if (ofStorefront.size > perStorefront) evictSlowest(ofStorefront, grace);
      const ofClient = client === undefined ? undefined : byClient.add(client, body);
      if (ofClient !== undefined && ofClient.size > perClient) evictSlowest(ofClient, grace);
      return {
        arrived: (bytes) => {
          if (!tracked.has(body)) return;
          body.bytes += bytes;
          total += bytes;
          while (total > maxBytes && evictSlowest(tracked, 0));
        },
        close: () => remove(body),
      };
    },
  };
};

/** Bodies grouped by storefront or by client. */
const grouped = () => {
  const groups = new Map<string, Set<TrackedBody>>();
  return {
    add: (key: string, body: TrackedBody): Set<TrackedBody> => {
      const group = groups.get(key) ?? new Set();
      groups.set(key, group.add(body));
      return group;
    },
    remove: (key: string, body: TrackedBody): void => {
      const group = groups.get(key);
      group?.delete(body);
      if (group?.size === 0) groups.delete(key);
    },
  };
};

/** Bytes credited at the start, so that a new body does not count as slow. */
const credit = 64 * 1024;

/** The body with the least progress among the bodies that began at `until` or before. Bodies are in the order of their start. */
const slowestOf = (bodies: Iterable<TrackedBody>, at: number, until: number): TrackedBody | undefined => {
  let [slowest, minProgress]: [TrackedBody | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (const body of bodies) {
    if (body.since > until) break;
    const progress = (credit + body.bytes) / (Math.max(0, at - body.since) + 1);
    if (progress < minProgress) [slowest, minProgress] = [body, progress];
  }
  return slowest;
};
