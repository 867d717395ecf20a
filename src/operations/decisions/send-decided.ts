/** Sends what was decided together: `decisions.resync` of a batch, at its own address. */
import { asIs, ofAccount, operation } from '../operation.ts';
import type { OfAccount } from '../requests.ts';
import { fields } from '../shapes.ts';
import { requestedRecordsShape } from './matters.ts';
import { type RequestedRecords, requestRecords } from './resync-matters.ts';

export interface SendDecidedPromise {
  /** Sends what was decided together, within seconds. */
  readonly send: (request: { readonly batch: string } & OfAccount) => Promise<RequestedRecords>;
}

export const sendDecided = operation<SendDecidedPromise['send']>()({
  name: 'sendDecided',
  summary: 'Sends what was decided together, within seconds',
  right: 'operate',
  about: ofAccount,
  ask: asIs,
  run: (ports, { batch }) => requestRecords(ports, { state: 'decided', batch }),
  http: {
    method: 'post',
    path: '/decisions/{batch}/send',
    given: fields({}),
    ask: (_given, { path }) => path,
    show: asIs,
    answer: requestedRecordsShape,
  },
});
