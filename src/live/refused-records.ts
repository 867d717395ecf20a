import * as E from 'fp-ts/lib/Either.js';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { Inbox } from '../domain/inbox.ts';
import type { StoreResult } from '../domain/sync-store.ts';
import type { ReportLine } from '../domain/run.ts';
import { pushGateOf } from '../pipeline/push-gate.ts';
import type { SyncPorts } from '../pipeline/ports.ts';

/**
 * Records of which the service refused something since it last stored anything. When it refuses everything, that is a matter
 * of settings and not of single records: they are tried again once the service takes something.
 */
export interface RefusedRecords {
  readonly note: (lines: readonly Pick<ReportLine, 'storefront' | 'sourceId' | 'reason'>[]) => void;
  /** Those noted, by storefront, if the service refuses everything; each is given once. */
  readonly takeAll: () => ReadonlyMap<string, ReadonlySet<string>>;
}

export const refusedRecords = ({ service }: Pick<SyncPorts, 'service'>): RefusedRecords => {
  const gate = pushGateOf(service);
  let records = new Map<string, Set<string>>();
  return {
    note: (lines) => {
      if (gate.refusedInARow() === 0) records.clear();
      for (const { storefront, sourceId, reason } of lines) {
        if (reason === 'refused' && gate.refusedInARow() > 0) {
          records.set(storefront, (records.get(storefront) ?? new Set()).add(sourceId));
        }
      }
    },
    takeAll: () => {
      if (gate.refusedAll() === null) return new Map();
      const taken = records;
      records = new Map();
      return taken;
    },
  };
};

interface RefusalPorts {
  readonly refused: RefusedRecords;
  readonly inbox: Pick<Inbox, 'enqueue'>;
  readonly sync: Pick<SyncPorts, 'clock'>;
}

/** Notes what was refused, and requests all of it again if the service refuses everything. */
export const trackRefusals = async (
  { refused, inbox, sync }: RefusalPorts,
  lines: readonly ReportLine[],
): StoreResult<void> => {
  refused.note(lines);
  for (const [storefront, records] of refused.takeAll()) {
    const requested = await inbox.enqueue(storefront, [...records], instantOfMilliseconds(sync.clock.now()))();
    if (E.isLeft(requested)) return requested;
  }
  return E.right(undefined);
};
