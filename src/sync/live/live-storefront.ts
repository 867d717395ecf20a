import * as E from 'fp-ts/lib/Either.js';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import type { StoreError, SyncStore } from '../../domain/sync-store.ts';
import type { Run, RunRequest } from '../../domain/run.ts';
import type { SourceError } from '../../domain/errors.ts';
import type { SourceConnector } from '../../mapping/source-connector.ts';
import { liveCalendar } from '../calendar.ts';
import { patientBook } from '../patience/patient-book.ts';
import type { SyncPorts } from '../ports.ts';
import { prepareContext, type PrepareContext } from '../entry/prepare-entry.ts';
import { askInTime } from '../patience/ask-source.ts';
import type { FirstDay } from '../settle/push-limits.ts';
import { firstDayOf } from './first-day.ts';

/** A storefront whose changes are settled as they come, and the standing run that their entries are kept in. */
export interface LiveStorefront {
  readonly ports: SyncPorts;
  /** Asked patiently. */
  readonly book: SyncStore;
  readonly run: Run;
  readonly connector: SourceConnector;
  readonly prepare: PrepareContext;
  readonly timeZone: string;
  readonly firstDay: FirstDay;
}

/** Live work knows no range: the first and the last day of all. */
const liveRange = { from: '1970-01-01', to: '9999-12-31' } as const;

/** The id of a storefront's live run, so that its report can be asked for by name. */
export const liveRunId = (storefront: string): string => `live:${storefront}`;

/** Why a storefront cannot be worked on just now. */
export type LiveFailure = StoreError | SourceError;

/** Opens the standing live run of a storefront. */
export const openLiveStorefront =
  (ports: SyncPorts) =>
  async (storefront: string): Promise<E.Either<LiveFailure, LiveStorefront>> => {
    const configured = ports.storefronts[storefront];
    if (configured === undefined) return E.left({ _tag: 'SourceRefused', message: 'it is not configured any more' });
    const { connector, policy } = configured;
    const onAnswer = ports.onQuestion?.();
    const account = await askInTime(ports)(connector.account);
    onAnswer?.();
    if (E.isLeft(account)) return account;
    const { id, timeZone } = account.right;
    const book = patientBook(ports.book, ports);
    const request: RunRequest = { storefronts: [storefront], range: liveRange, dryRun: false, kind: 'live' };
    const at = instantOfMilliseconds(ports.clock.now());
    const run = await book.openRun(request, { id: liveRunId(storefront), at })();
    if (E.isLeft(run)) return run;
    const noted = await book.setTimeZone(run.right.id, storefront, timeZone)();
    if (E.isLeft(noted)) return noted;
    const calendar = liveCalendar(timeZone);
    const prepare = prepareContext(ports, { connector, policy }, { storefront, account: id, calendar });
    const firstDay = firstDayOf(ports, storefront, run.right, timeZone);
    return E.right({ ports, book, run: run.right, connector, prepare, timeZone, firstDay });
  };
