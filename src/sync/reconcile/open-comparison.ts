import * as E from 'fp-ts/lib/Either.js';
import type { DateRange } from '../../domain/date-range.ts';
import type { Inbox } from '../../domain/inbox.ts';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import type { Run } from '../../domain/run.ts';
import { calendarOf } from '../calendar.ts';
import { makeElsewhere } from '../rivals/elsewhere.ts';
import type { Lane } from '../pace/lane.ts';
import { maxReconcileQuestions } from '../limits.ts';
import { openRemoteList } from '../presence/remote-list.ts';
import { patientBook } from '../patience/patient-book.ts';
import { patientInbox } from '../patience/patient-inbox.ts';
import type { SyncPorts } from '../ports.ts';
import { readFacts } from '../settle/learn-service.ts';
import { readSource } from '../patience/read-source.ts';
import type { Session } from '../session.ts';
import { sourceFailed } from '../source-failed.ts';
import { type SyncFailure, unknownStorefront } from '../sync-failure.ts';
import { dayOf } from './day-of.ts';
import type { Comparison } from './comparison.ts';
import { findingsBook } from './findings-book.ts';
import { ledger } from './ledger.ts';
import { prepareContext } from '../entry/prepare-entry.ts';

/** A run that is in no record book, for the steps of the pipeline that ask for one. */
const noRun = (storefront: string, range: DateRange, at: string): Run => ({
  id: '',
  storefronts: [storefront],
  range,
  dryRun: true,
  status: 'running',
  startedAt: at,
  finishedAt: null,
  timeZones: {},
});

export interface ComparisonPorts {
  readonly sync: SyncPorts;
  readonly inbox: Inbox;
  readonly lane: Lane;
}

/** Makes ready what the reconciliation of a storefront needs. */
export const openComparison =
  ({ sync, inbox, lane }: ComparisonPorts, range: DateRange) =>
  async (storefront: string): Promise<E.Either<SyncFailure, Comparison>> => {
    const configured = sync.storefronts[storefront];
    if (configured === undefined) return E.left(unknownStorefront(storefront, Object.keys(sync.storefronts)));
    const { connector, policy } = configured;
    const account = await readSource(sync, lane.isOver)(connector.account);
    if (E.isLeft(account)) return E.left(sourceFailed(storefront, account.left));
    const resolutions = await patientInbox(inbox, sync).resolutions(storefront)();
    if (E.isLeft(resolutions)) return resolutions;
    const { id, timeZone } = account.right;
    const book = patientBook(sync.book, sync);
    const facts = await readFacts(book, sync.wire);
    if (E.isLeft(facts)) return facts;
    const session: Session = {
      ports: sync,
      book,
      lane,
      remoteList: openRemoteList({ ports: sync, book, lane, tell: () => undefined }),
      isListRead: false,
      elsewhere: makeElsewhere(sync, book, lane.isOver),
      run: noRun(storefront, range, instantOfMilliseconds(sync.clock.now())),
      takeDriftQuestion: () => false,
      tell: () => undefined,
    };
    const calendar = calendarOf(range, timeZone);
    let questions = maxReconcileQuestions;
    return E.right({
      session,
      facts: facts.right,
      connector,
      prepare: prepareContext(sync, { connector, policy }, { storefront, account: id, calendar }),
      timeZone,
      dayOf: dayOf(range, timeZone),
      prefix: `${connector.platform}:${id}:`,
      told: new Map(),
      ledger: ledger(),
      findings: findingsBook(resolutions.right),
      seen: new Set(),
      notCompared: 0,
      takeQuestion: () => {
        questions -= 1;
        return questions >= 0;
      },
      setAside: {},
    });
  };
