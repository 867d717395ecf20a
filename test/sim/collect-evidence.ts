import * as O from 'fp-ts/lib/Option.js';
import { readReport } from '../../src/reconcile/index.ts';
import type { Dialect } from '../support/dialects/dialect.ts';
import { right } from '../support/right.ts';
import type { ErasureNotes } from './app/erasure-notes.ts';
import type { LastWord } from './app/history.ts';
import type { Output } from './app/output.ts';
import type { Store } from './app/store.ts';
import type { Evidence, KeptRun } from './checker/evidence.ts';
import type { RequestLog } from './world/service/request-log.ts';
import type { World } from './world/world.ts';

/** A client exhausts its retries after so many responses without a result. */
const timeLimit = 8;

/** Whether no retries can be exhausted: fewer responses were spoilt than one request takes. */
const isAlwaysAnswered = ({ setting, faults }: World): boolean => {
  let spoilt = 0;
  for (const [name, count] of faults.counts()) if (/^(?:find|list): /.test(name)) spoilt += count;
  return setting.outage === null && spoilt < timeLimit;
};

const isListFull = ({ list, twist }: Dialect): boolean =>
  ['everything', 'no lines'].includes(list.carries) && twist.listHides.length === 0 && twist.writes === 'plain';

export interface Scene {
  readonly world: World;
  readonly store: Store;
  readonly log: RequestLog;
  readonly output: Output;
  readonly falseClaims: readonly string[];
  readonly sentAgain: readonly string[];
  readonly sentOtherwise: readonly string[];
  readonly erasures: ErasureNotes;
  readonly last: LastWord | null;
  readonly months: Evidence['months'];
}

/** More lines than any run of a world has. */
const allLines = { after: O.none, limit: 1_000_000 } as const;

const runsIn = async (store: Store): Promise<readonly KeptRun[]> => {
  const opened = store.open();
  const kept: KeptRun[] = [];
  for (const { id } of store.runs()) {
    const run = right(await opened.findRun(O.some(id))());
    // What was only tried is no word about the service.
    if (O.isNone(run) || run.value.dryRun) continue;
    const { kind = 'historical', status } = run.value;
    const report = right(await readReport({ store: opened, reviewUrl: null })(O.some(id))());
    if (O.isNone(report)) continue;
    const { lines } = right(await opened.findLines(id, {}, allLines)());
    kept.push({ id, kind, status, entries: lines, report: report.value });
  }
  return kept;
};

/** Collects what the sources, the service and the sync database have at the end. */
export const collectEvidence = async (scene: Scene): Promise<Evidence> => {
  const { world, store, log, output, falseClaims, sentAgain, sentOtherwise, erasures, last, months } = scene;
  const { truth, service, setting, courier, faults } = world;
  return {
    facts: truth.facts(),
    journal: service.journal,
    tried: store.submissions(),
    runs: await runsIn(store),
    resyncRequests: store.resyncRequests(),
    lastHistory: last === null ? null : (last.runId ?? 'proven alone'),
    provenAt: last?.at ?? 0,
    differences: (last?.proofs ?? []).flatMap(({ differences }) => differences),
    wasBookLost: [...faults.counts().keys()].some((name) => name.startsWith('death: ')),
    isListFull: isListFull(service.dialect),
    isListPrompt: service.dialect.list.delay === null,
    isAlwaysAnswered: isAlwaysAnswered(world),
    manners: {
      requests: log.requests,
      pauses: log.pauses,
      requestsPerMinute: setting.requestsPerMinute,
      areTogether: setting.processes > 1 && setting.skews.every((skew) => skew === 0),
    },
    output: output.lines(),
    falseClaims,
    sentAgain,
    sentOtherwise,
    erasures: { leftovers: erasures.leftovers, forgotten: erasures.forgotten, unconfirmed: erasures.unconfirmed },
    forgeriesTaken: courier.takenForgeries(),
    deliveriesTaken: courier.taken(),
    deliveriesKept: store.deliveries(),
    months,
  };
};
