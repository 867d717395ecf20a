import { randomUUID } from 'node:crypto';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import {
  goneFromService,
  canCorrect,
  canSendAnyway,
  type Decision,
  type DecisionAction,
  type ListedMatter,
  type MatterFilter,
  type MatterGroup,
  type BatchProgress,
} from '../domain/decision.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import { moneyIn } from '../domain/money.ts';
import { remedyOf } from '../reconcile/reasons/reasons.ts';
import { settingChoices, snippetOf } from '../reconcile/setting-choices.ts';
import { fail, type OperationFailure } from './failure.ts';
import { isPageSize, noCursor } from './lines.ts';
import { everyMatter } from './open-matters.ts';
import type { AccountState, OperationPorts } from './ports.ts';
import { recordUrl } from './record-url.ts';
import { sendEach } from './send-again.ts';
import { resync } from './resync.ts';
import { fromStore, knownStorefronts, type Operation, shownStorefronts, withAccount, withRun } from './state.ts';

/** What matters of one currency come to. Money as decimals in major units; null where no currency is known. */
export interface OpenTotal {
  readonly currency: string | null;
  readonly count: number;
  readonly total: string;
}

/** Matters that wait for a decision for the same reason. */
export interface OpenGroup {
  /** The reason, the finding, or `adjustment: refund`. */
  readonly what: string;
  /** Whether the service holds them; otherwise they failed or are held. */
  readonly isSent: boolean;
  readonly count: number;
  readonly storefronts: readonly string[];
  readonly totals: readonly OpenTotal[];
  /** What to do about it. */
  readonly message: string;
  /** Settings that decide it for later sales, for developers. */
  readonly settings: readonly string[];
  /** Settings of a storefront's `policy` that settle it for all later sales. */
  readonly choices: readonly { readonly setting: string; readonly meaning: string }[];
  /** What can be decided. */
  readonly actions: readonly DecisionAction[];
}

/** Which matters a decision is about. */
export interface Selection {
  readonly what: string;
  readonly isSent: boolean;
  readonly storefront?: string;
  readonly currency?: string;
  /** A part of the name or of an id (of more than 5,000: the whole), a state or country, or an amount. */
  readonly text?: string;
  /** Of one line. */
  readonly lineId?: string;
}

/** What is decided, and by whom. */
export interface DecideRequest extends Selection {
  readonly action: DecisionAction;
  /** In your words, without customer names. Needed to leave something out. */
  readonly note: string;
  readonly by: string;
  /** How many the preview named; another number now is refused, and nothing is decided. Default: any. */
  readonly expected?: number;
}

/** Decisions that were made together. */
export interface DecidedBatch {
  /** For `undo` and `resync`. */
  readonly batch: string;
  readonly count: number;
}

/** A matter as JSON can carry it. */
export interface OpenMatter extends Omit<ListedMatter, 'total' | 'decision'> {
  /** Decimals in major units; null where it is not known. */
  readonly total: string | null;
  /** Its page at the platform; null where it has none. */
  readonly url: string | null;
  readonly decision: Pick<Decision, 'action' | 'note' | 'by' | 'at' | 'until' | 'batch'> | null;
}

/** Which matters are listed. */
export interface MattersRequest extends Partial<Selection> {
  /** Default `open`. */
  readonly state?: 'open' | 'decided';
  readonly batch?: string;
  /** Of decided matters, how they were decided; `send` selects what waits to be sent. Default: in any way. */
  readonly action?: DecisionAction;
  readonly runId?: string;
  /** Default `money`: the largest first. */
  readonly sort?: 'money' | 'newest';
  /** `next` of the page before. */
  readonly cursor?: string;
  /** 1 to 500. Default 50. */
  readonly limit?: number;
}

export interface MattersPage {
  readonly items: readonly OpenMatter[];
  readonly next: string | null;
}

const notSentAgain = 'The service took one of them not. Nothing is lost: send them again later.';

const [maxNote, maxMatters, laterDays] = [2_000, 500, 7];

/** What a person may decide about a group. What is gone is sent again by `resyncMatters`. Pure. */
const actionsOn = ({ what, isSent }: Pick<OpenGroup, 'what' | 'isSent'>): readonly DecisionAction[] => {
  // Sent, it is offset by its opposite.
  if (canCorrect(what)) return ['send', 'accept', 'later'];
  if (isSent) return ['accept', 'later'];
  return canSendAnyway(what) || what === goneFromService ? ['send', 'leave out', 'later'] : ['leave out', 'later'];
};

const filterOf = (
  { clock }: Pick<OperationPorts, 'clock'>,
  shown: readonly string[],
  { storefront, what, isSent, currency, text, lineId, batch, action, runId, state = 'open' }: MattersRequest,
): MatterFilter => ({
  ...(what !== undefined && { what }),
  ...(isSent !== undefined && { isSent }),
  ...(currency !== undefined && { currency }),
  ...(text !== undefined && { text }),
  ...(lineId !== undefined && { lineId }),
  ...(batch !== undefined && { batch }),
  ...(action !== undefined && { actions: [action] }),
  ...(runId !== undefined && { runId }),
  state,
  storefronts: shown.filter((name) => (storefront ?? name) === name),
  now: instantOfMilliseconds(clock.now()),
});

/** Left with `UNKNOWN_RUN` for a run that the user does not see. */
const withMatters = <A>(
  ports: OperationPorts,
  request: MattersRequest,
  use: (state: AccountState, filter: MatterFilter) => Operation<A>,
): Operation<A> => {
  const find = (state: AccountState): Operation<A> =>
    pipe(
      shownStorefronts(ports, state),
      TE.flatMap((shown) => use(state, filterOf(ports, shown, request))),
    );
  return request.runId === undefined ? withAccount(ports, find) : withRun(ports, request.runId, find);
};

const decimal = (currency: string | null, total: bigint): string =>
  currency === null ? total.toString() : moneyIn(currency)(total);

/** By currency. Pure. */
export const openTotals = (parts: readonly Pick<MatterGroup, keyof OpenTotal>[]): readonly OpenTotal[] => {
  const sums = new Map<string | null, { readonly count: number; readonly total: bigint }>();
  for (const { currency, count, total } of parts) {
    const before = sums.get(currency) ?? { count: 0, total: 0n };
    sums.set(currency, { count: before.count + count, total: before.total + total });
  }
  return [...sums].map(([currency, { count, total }]) => ({ currency, count, total: decimal(currency, total) }));
};

/** Parts of groups, as the store finds them, by reason. Pure. */
export const toGroups = (found: readonly MatterGroup[]): readonly OpenGroup[] => {
  const groups = new Map<string, MatterGroup[]>();
  for (const one of found) {
    const key = `${one.isSent} ${one.what}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((parts) => {
    const [first] = parts;
    if (first === undefined) return [];
    const { what, isSent } = first;
    const { todo, todoWhenSent = todo, settings = [] } = remedyOf(what);
    return {
      ...{ what, isSent, settings, actions: actionsOn(first) },
      count: parts.reduce((all, { count }) => all + count, 0),
      storefronts: [...new Set(parts.map(({ storefront }) => storefront))],
      totals: openTotals(parts),
      message: isSent ? todoWhenSent : todo,
      choices: settingChoices(what, isSent).map((choice) => ({ setting: snippetOf(choice), meaning: choice.meaning })),
    };
  });
};

/** What needs a decision, over all runs and live sales, by reason: failed and held ones first. */
export const needsDecision = (ports: OperationPorts, request: MattersRequest = {}): Operation<readonly OpenGroup[]> =>
  withMatters(ports, request, ({ reviews }, filter) => pipe(fromStore(reviews.matterGroups(filter)), TE.map(toGroups)));

const toOpenMatter = (ports: OperationPorts, { total, decision, ...rest }: ListedMatter): OpenMatter => ({
  ...rest,
  url: recordUrl(ports, rest),
  total: total === null ? null : decimal(rest.currency, total),
  decision:
    decision === null
      ? null
      : {
          ...{ action: decision.action, note: decision.note, by: decision.by, at: decision.at },
          ...{ until: decision.until, batch: decision.batch },
        },
});

const decidedToSend = { state: 'decided', action: 'send' } as const;

/** What was decided to be sent, and is not sent yet, by reason. */
export const waitingToBeSent = (ports: OperationPorts): Operation<readonly OpenGroup[]> =>
  needsDecision(ports, decidedToSend);

/** The number and the money of matters. */
export interface MattersTotal {
  readonly count: number;
  readonly totals: readonly OpenTotal[];
}

/** The same, all together. */
export const totalToBeSent = (ports: OperationPorts): Operation<MattersTotal> =>
  withMatters(ports, decidedToSend, ({ reviews }, filter) =>
    pipe(
      fromStore(reviews.matterGroups(filter)),
      TE.map((groups) => ({
        count: groups.reduce((all, { count }) => all + count, 0),
        totals: openTotals(groups),
      })),
    ),
  );

/** How far what was decided together is carried out. */
export interface DecisionProgress extends BatchProgress {
  /** Whether sales are being read now; otherwise what waits needs `resync`, or the next sync of its days. */
  readonly isAtWork: boolean;
}

export const batchProgress = (ports: OperationPorts, batch: string): Operation<DecisionProgress> =>
  withAccount(ports, (state) =>
    pipe(
      shownStorefronts(ports, state),
      TE.flatMap((shown) => fromStore(state.reviews.batchProgress(batch, shown))),
      TE.bindTo('progress'),
      TE.bind('inboxes', () => fromStore(state.inbox.state)),
      TE.map(({ progress, inboxes }) => {
        const own = new Set(ports.storefronts());
        const isRead = inboxes.some(({ storefront, due, deferred }) => own.has(storefront) && due + deferred > 0);
        return { ...progress, isAtWork: progress.waiting > 0 && isRead };
      }),
    ),
  );

/** Single matters, a page at a time. Left with `INVALID` for a cursor or limit that is none. */
export const listMatters = (ports: OperationPorts, request: MattersRequest): Operation<MattersPage> => {
  const { cursor = '0', limit = 50, sort = 'money' } = request;
  if (!/^\d{1,9}$/.test(cursor)) return TE.fromEither(fail('INVALID', noCursor));
  if (!isPageSize(limit, maxMatters))
    return TE.fromEither(fail('INVALID', `The limit must be a number from 1 to ${maxMatters}.`));
  return withMatters(ports, request, ({ reviews }, filter) =>
    pipe(
      fromStore(reviews.findMatters(filter, { sort, offset: Number(cursor), limit })),
      TE.map(({ matters, next }) => ({
        items: matters.map((matter) => toOpenMatter(ports, matter)),
        next: O.isNone(next) ? null : String(next.value),
      })),
    ),
  );
};

const whyNot = ({ what, isSent, action, note }: DecideRequest): string | undefined => {
  if (actionsOn({ what, isSent }).includes(action))
    return action === 'leave out' && note.trim() === '' ? 'The note is empty. Write why they are left out.' : undefined;
  if (action === 'accept') return 'They are not in the service yet. Send them or leave them out.';
  return isSent
    ? 'They are in the service already. Nothing more can be sent or left out.'
    : `They cannot be sent as they are. ${remedyOf(what).todo}`;
};

/**
 * Decides everything that a selection names and that is open, together. Sends nothing by itself: see `resyncMatters`. Left with
 * `INVALID` for what cannot be decided, and with `RUN_STATE` when there are not as many as expected.
 */
export const decide = (ports: OperationPorts, request: DecideRequest): Operation<DecidedBatch> => {
  const { action, note, by, expected, ...selection } = request;
  const refusal = whyNot(request);
  if (refusal !== undefined) return TE.fromEither(fail('INVALID', refusal));
  return pipe(
    withMatters(ports, selection, ({ reviews }, filter) => {
      // One that is neither configured nor known.
      const unknown = filter.storefronts.length > 0 ? undefined : selection.storefront;
      const now = ports.clock.now();
      const batch = randomUUID();
      const until = action === 'later' ? instantOfMilliseconds(now + laterDays * 86_400_000) : null;
      const made = { action, note: note.trim().slice(0, maxNote), by, at: instantOfMilliseconds(now), until, batch };
      return pipe(
        TE.fromEither(knownStorefronts(ports, unknown === undefined ? [] : [unknown])),
        TE.flatMap(() => fromStore(reviews.decide(filter, made, expected))),
        TE.map((count) => ({ batch, count })),
      );
    }),
    TE.filterOrElse(
      ({ count }) => expected === undefined || count === expected,
      (): OperationFailure => ({
        code: 'RUN_STATE',
        message: 'Other sales wait now than you saw. Look again, then decide.',
      }),
    ),
  );
};

/**
 * Reads the records of all selected matters again, so that what was decided, or corrected at the platform, is sent. This process does
 * it, or another one that takes live sales, within seconds; where work is left to ticks, the next one. What is gone from the service, and was decided to
 * be sent, is sent again at once; left with `RUN_STATE` when the service did not take all of it. Right: how many records.
 */
export const resyncMatters = (ports: OperationPorts, request: MattersRequest): Operation<number> =>
  withMatters(ports, request, (state, filter) =>
    pipe(
      everyMatter(state.reviews, filter),
      TE.flatMap((matters) => {
        const isGone = ({ what, decision }: ListedMatter): boolean =>
          what === goneFromService && decision?.action === 'send';
        const gone = matters.filter(isGone);
        return pipe(
          sendEach(ports, state, gone, gone[0]?.decision?.by ?? ''),
          TE.flatMap(({ items }) => {
            const failed = items.find(({ isCorrected }) => !isCorrected);
            return failed === undefined
              ? TE.right(gone.length)
              : TE.left<OperationFailure>({ code: 'RUN_STATE', message: failed.message ?? notSentAgain });
          }),
          TE.flatMap((sent) =>
            pipe(
              resync(
                ports,
                state,
                matters.filter((one) => !isGone(one)),
              ),
              TE.map((count) => sent + count),
            ),
          ),
        );
      }),
    ),
  );

/** Which decisions are taken back. */
export interface UndoRequest {
  readonly batch: string;
  /** Only that on one line. Default: all of the batch. */
  readonly lineId?: string;
}

/** What an undo came to. */
export interface UndoneBatch {
  readonly undone: number;
  /** Those that are sent, or on their way. They stay. */
  readonly kept: number;
}

/**
 * Takes decisions back, as far as nothing was sent because of them. What was left out waits for a decision again at once, as it was; its
 * records are requested to be read, too, because they may have changed.
 */
export const undoDecisions = (ports: OperationPorts, { batch, lineId }: UndoRequest): Operation<UndoneBatch> =>
  withAccount(ports, (state) =>
    pipe(
      shownStorefronts(ports, state),
      TE.flatMap((shown) => fromStore(state.reviews.undo(batch, shown, lineId))),
      TE.tap(({ records }) => resync(ports, state, records)),
      TE.map(({ count, kept }) => ({ undone: count, kept })),
    ),
  );
