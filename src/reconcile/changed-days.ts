/** Finds the older days whose sales changed at the platform since last night, so that the nightly proof compares them again. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { dayIn } from '../domain/date-range.ts';
import { type Instant, instantOfMilliseconds } from '../domain/instant.ts';
import type { ProofStore, ProvedDay } from '../domain/proof-store.ts';
import { pagesOf } from '../mapping/pages-of.ts';
import type { Account, SourceConnector } from '../mapping/source-connector.ts';
import { callSource } from '../pipeline/call-source.ts';
import { type SyncFailure, toSourceFailure } from '../pipeline/failures.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import type { ServiceClient } from '../pipeline/rate-limit/service-client.ts';
import { attempt } from '../domain/attempt.ts';

/** Milliseconds by which the requested changes overlap those of the night before. */
const overlap = 10 * 60_000;

interface ChangePorts {
  readonly sync: SyncPorts;
  readonly proof: ProofStore;
  readonly client: ServiceClient;
}

interface Changed {
  readonly storefront: string;
  readonly connector: SourceConnector;
  readonly account: Account;
}

/** Marks the older days that changed as open: each stays open until it is compared. */
export const openChangedDays = (
  ports: ChangePorts,
  about: Changed,
  older: readonly string[],
): Promise<E.Either<SyncFailure, readonly ProvedDay[]>> =>
  attempt(async (take) => {
    const { proof, sync } = ports;
    const { storefront } = about;
    const began = sync.clock.now();
    const lastBegan = await take(proof.proofState(`changes of ${storefront}`)());
    const since = Number(O.getOrElse(() => String(began))(lastBegan)) - overlap;
    const changed = await take(changedDays(ports, about, instantOfMilliseconds(since)));
    const proved = await take(proof.provedDays(storefront)());
    const known = new Map(proved.map((one) => [one.day, one]));
    for (const day of older)
      if (changed.has(day)) known.set(day, { day, digest: null, provedAt: known.get(day)?.provedAt ?? 0 });
    const days = [...known.values()].filter(({ day }) => changed.has(day));
    await take(proof.saveProvedDays(storefront, days)());
    await take(proof.saveListed([], { name: `changes of ${storefront}`, json: String(began) })());
    return [...known.values()];
  });

/** The days of sales that changed since the night before: for each sale its present day and the day with which it was sent. */
const changedDays = async (
  { sync, proof, client }: ChangePorts,
  { storefront, connector, account }: Changed,
  since: Instant,
): Promise<E.Either<SyncFailure, ReadonlySet<string>>> => {
  const read = callSource(sync, client.isOver);
  const windows = await read(connector.changes({ start: since, end: instantOfMilliseconds(sync.clock.now()) }));
  if (E.isLeft(windows)) return E.left(toSourceFailure(storefront, windows.left));
  const days = new Set<string>();
  for (const window of windows.right) {
    for await (const page of pagesOf((from) => read(connector.readPage(window, from)))) {
      if (E.isLeft(page)) return E.left(toSourceFailure(storefront, page.left));
      const ids: string[] = [];
      for (const result of page.right.results) {
        const recordId = E.isRight(result) ? result.right.identity.recordId : result.left.sourceId;
        ids.push(`${connector.platform}:${account.id}:${recordId}`);
        if (E.isLeft(result)) continue;
        days.add(dayIn(account.timeZone, result.right.occurredAt));
        for (const { occurredAt } of result.right.refunds) days.add(dayIn(account.timeZone, occurredAt));
      }
      const listed = await proof.findListed(ids)();
      if (E.isLeft(listed)) return listed;
      for (const { day } of listed.right) {
        if (day === '') continue;
        days.add(dayIn(account.timeZone, `${day}T00:00:00Z`));
        days.add(dayIn(account.timeZone, `${day}T23:59:59Z`));
      }
    }
  }
  return E.right(days);
};
