import * as E from 'fp-ts/lib/Either.js';
import type { TaxService } from '../core/tax-service.ts';
import { noAnswer } from './failure-of.ts';
import { findRequest, listRequest, pushRequest } from './request.ts';
import { toFound, toPage, toPushReply } from './response.ts';
import type { Transport } from './transport.ts';

/** The way to the service, its address as `serviceAddress` gives it, and the time (milliseconds since 1970). */
export interface TaxServiceWay {
  readonly send: Transport;
  readonly address: string;
  readonly now: () => number;
}

/** The Tax Nexus Service over any transport. Each call is one request, and never rejects. */
export const taxServiceOver = ({ send, address, now }: TaxServiceWay): TaxService => ({
  list: (cursor) => async () => {
    const answer = await send(listRequest(address, cursor));
    return E.isLeft(answer) ? E.left(noAnswer(answer.left)) : toPage(now(), cursor)(answer.right);
  },
  find: (id) => async () => {
    const answer = await send(findRequest(address, id));
    return E.isLeft(answer) ? E.left(noAnswer(answer.left)) : toFound(now(), id)(answer.right);
  },
  push: (body) => async () => {
    const answer = await send(pushRequest(address, body));
    return E.isLeft(answer) ? noAnswer(answer.left) : toPushReply(now(), body)(answer.right);
  },
});
