/** `decisions.open`: what waits for a person, over all runs and live sales, by reason. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import {
  canCorrect,
  canSendAnyway,
  type DecisionAction,
  goneFromService,
  type MatterGroup,
} from '../../domain/decision.ts';
import { remedyOf } from '../../reconcile/reasons/reasons.ts';
import { settingChoices, snippetOf } from '../../reconcile/setting-choices.ts';
import { asIs, ofAccount, operation } from '../operation.ts';
import type { OperationPorts } from '../ports.ts';
import type { OfAccount } from '../requests.ts';
import { asPage, count, fields, list, money, named, orNull, pageOf, text } from '../shapes.ts';
import { fromStore, type Operation } from '../state.ts';
import {
  decisionAction,
  matterState,
  type MattersRequest,
  narrowing,
  type OpenTotal,
  openTotals,
  whatIsAnswered,
  withMatters,
} from './matters.ts';

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

export interface OpenGroupsPromise {
  /** What is open, by reason, with count and money; failed and held sales first. */
  readonly open: (request?: MattersRequest & OfAccount) => Promise<readonly OpenGroup[]>;
}

/** What a person may decide about a group. What is gone is sent again by `resyncMatters`. Pure. */
export const actionsOn = ({ what, isSent }: Pick<OpenGroup, 'what' | 'isSent'>): readonly DecisionAction[] => {
  // A decision to send makes the opposite transaction.
  if (canCorrect(what)) return ['send', 'accept', 'later'];
  if (isSent) return ['accept', 'later'];
  return canSendAnyway(what) || what === goneFromService ? ['send', 'leave out', 'later'] : ['leave out', 'later'];
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

/** The open groups over all runs and live sales, by reason; failed and held ones first. */
export const needsYouGroups = (ports: OperationPorts, request: MattersRequest = {}): Operation<readonly OpenGroup[]> =>
  withMatters(ports, request, ({ reviews }, filter) => pipe(fromStore(reviews.matterGroups(filter)), TE.map(toGroups)));

const decidedToSend = { state: 'decided', action: 'send' } as const;

/** What was decided to be sent, and is not sent yet, by reason. */
export const waitingToBeSent = (ports: OperationPorts): Operation<readonly OpenGroup[]> =>
  needsYouGroups(ports, decidedToSend);

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

const openGroupShape = named(
  'OpenGroup',
  fields({
    ...{ ...whatIsAnswered, count },
    storefronts: list(text()),
    totals: list(fields({ currency: orNull(text()), count, total: money })),
    message: text('What to do about it'),
    settings: list(text()),
    choices: list(fields({ setting: text('As a configuration has it'), meaning: text() })),
    actions: list(decisionAction),
  }),
);

export const openGroups = operation<OpenGroupsPromise['open']>()({
  name: 'needsYou',
  summary: 'What waits for a person, over all runs and live sales, by reason',
  right: 'view',
  about: ofAccount,
  ask: (request = {}) => request,
  run: needsYouGroups,
  http: {
    method: 'get',
    path: '/needs-you',
    given: fields({}, { ...narrowing, state: matterState, action: decisionAction }),
    ask: asIs,
    show: asPage,
    answer: pageOf(openGroupShape),
  },
});
