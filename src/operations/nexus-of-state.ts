/** What the screen's page of a state shows: its threshold, its months, what is not counted, and its registration. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { NexusThreshold } from '../mapping/nexus-rule.ts';
import { thresholdsOn } from '../mapping/nexus-settings.ts';
import { type Exposure, exposureOf, type StateExposure } from '../reconcile/thresholds/exposure.ts';
import { monthAfter } from '../reconcile/thresholds/tested-periods.ts';
import { workpaperOf, type WorkpaperRow } from '../reconcile/thresholds/workpaper.ts';
import { type KnownForThresholds, knownForThresholds } from './exposure.ts';
import type { OperationPorts } from './ports.ts';
import type { ListedRegistration } from './registrations/known-registrations.ts';
import { type Operation, withAccount } from './state.ts';

export interface NexusOfState extends Pick<Exposure, 'on' | 'notSent' | 'otherCurrencies'> {
  readonly threshold: NexusThreshold;
  /** Null without sales and opening balances. */
  readonly exposure: StateExposure | null;
  /** The newest months, oldest first, from the first one in which anything was sold. */
  readonly months: readonly WorkpaperRow[];
  readonly registration: ListedRegistration | null;
}

/** Longer than any measuring period. */
const shownMonths = 24;

/** Null for a place without a threshold. Left with `FORBIDDEN` for a user who does not see all storefronts. */
export const readNexusOf = (ports: OperationPorts, state: string): Operation<NexusOfState | null> =>
  withAccount(ports, (opened) =>
    pipe(
      knownForThresholds(ports, opened, state),
      TE.map((known): NexusOfState | null => {
        const found = nexusOf(state, known);
        const registration = known.question.registrations[state];
        return found === null
          ? null
          : {
              ...found,
              registration:
                registration === undefined
                  ? null
                  : { state, ...registration, isSetting: Object.hasOwn(opened.registrations, state) },
            };
      }),
    ),
  );

const isEmpty = ({ counted, notCounted, notSent, otherCurrencies, running }: WorkpaperRow): boolean =>
  [counted, notCounted, running].every(({ sales, count }) => sales === 0n && count === 0) &&
  notSent.length === 0 &&
  otherCurrencies.length === 0;

/** @param known the sales of the state, sent or not */
const nexusOf = (state: string, { sales, question }: KnownForThresholds): Omit<NexusOfState, 'registration'> | null => {
  const threshold = thresholdsOn(question.nexusThresholds, question.on)[state];
  if (threshold === undefined) return null;
  const ofState = {
    ...question,
    openingBalances: question.openingBalances?.filter((one) => one.state === state) ?? [],
  };
  const { on, notSent, otherCurrencies, states } = exposureOf(sales, ofState);
  const range = { from: monthAfter(on, 1 - shownMonths), to: on };
  const months = workpaperOf(sales, range, ofState, state).flatMap((rows) => rows());
  const first = months.findIndex((one) => !isEmpty(one));
  return {
    ...{ on, threshold, notSent, otherCurrencies, exposure: states[0] ?? null },
    months: first === -1 ? [] : months.slice(first),
  };
};
