import * as E from 'fp-ts/lib/Either.js';
import type { PushReply, TaxService } from '../domain/tax-service.ts';
import { noAnswer } from './failure-of.ts';
import type { ServiceWire } from '../domain/wire-settings.ts';
import { findRequest, listRequest, pushRequest } from './request.ts';
import { toFound, toPage, toPushReply } from './response.ts';
import type { Transport } from './transport.ts';
import { encodeBody } from './wire/encode.ts';

/** The way to the service, its address as `serviceAddress` gives it, and the time (milliseconds since 1970). */
export interface TaxServiceWay {
  readonly send: Transport;
  readonly address: string;
  readonly now: () => number;
  /** Default: the wire as the interface describes it. */
  readonly wire?: ServiceWire;
}

const encoded = (wire: ServiceWire, body: string): E.Either<PushReply, string> =>
  E.tryCatch(
    () => encodeBody(wire, body),
    () => ({
      _tag: 'Refused',
      message: 'service.wire.encode failed on this transaction, so that it was not sent',
      fingerprint: 'encode',
    }),
  );

/** The Tax Nexus Service over any transport. Each call is one request, and never rejects. */
export const taxServiceOver = ({ send, address, now, wire = {} }: TaxServiceWay): TaxService => ({
  list: (cursor) => async () => {
    const answer = await send(listRequest(address, cursor));
    return E.isLeft(answer) ? E.left(noAnswer(answer.left)) : toPage(now(), wire, cursor)(answer.right);
  },
  find: (id) => async () => {
    const answer = await send(findRequest(address, id));
    return E.isLeft(answer) ? E.left(noAnswer(answer.left)) : toFound(now(), wire, id)(answer.right);
  },
  push: (frozen, begin) => async () => {
    const body = encoded(wire, frozen);
    if (E.isLeft(body)) return body.left;
    if (begin !== undefined && !(await begin())) return { _tag: 'NotStarted' };
    const answer = await send(pushRequest(address, body.right));
    return E.isLeft(answer) ? noAnswer(answer.left) : toPushReply(now(), wire, body.right)(answer.right);
  },
});
