/** `decisions.resync`: reads the records of matters again, so that what was decided, or corrected at the platform, is sent. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { goneFromService, type ListedMatter } from '../../domain/decision.ts';
import { sendEach } from '../corrections/send-each.ts';
import type { OperationFailure } from '../failure.ts';
import { everyMatter } from '../open-matters.ts';
import { asIs, ofAccount, operation } from '../operation.ts';
import type { OperationPorts } from '../ports.ts';
import type { OfAccount } from '../requests.ts';
import { resync } from '../resync.ts';
import { fields } from '../shapes.ts';
import type { Operation } from '../state.ts';
import { type MattersRequest, narrowing, requestedRecordsShape, whatIsAsked, withMatters } from './matters.ts';

/** What `decisions.resync` requested. */
export interface RequestedRecords {
  /** How many records are read again. */
  readonly records: number;
}

export interface ResyncMattersPromise {
  /**
   * Requests that the records of matters are read and settled again, which sends what was decided: in this process, or in another one
   * that takes live sales. Where work is left to ticks, in the next one.
   */
  readonly resync: (request?: MattersRequest & OfAccount) => Promise<RequestedRecords>;
}

const notSentAgain = 'The service did not accept one of them. Nothing is lost: send them again later.';

/**
 * What is gone from the service, and was decided to be sent, is sent again at once; left with `RUN_STATE` when the service did not
 * take all of it.
 */
export const requestRecords = (ports: OperationPorts, request: MattersRequest): Operation<RequestedRecords> =>
  pipe(
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
    ),
    TE.map((records) => ({ records })),
  );

export const resyncMatters = operation<ResyncMattersPromise['resync']>()({
  name: 'resyncMatters',
  summary: 'Reads the records of open sales again, so that what was corrected at the platform is sent',
  right: 'operate',
  about: ofAccount,
  ask: (request = {}) => request,
  run: requestRecords,
  http: {
    method: 'post',
    path: '/needs-you/resync',
    given: fields(whatIsAsked, narrowing),
    ask: asIs,
    show: asIs,
    answer: requestedRecordsShape,
  },
});
