import * as E from 'fp-ts/lib/Either.js';
import type { Transport } from '../../../src/service/request.ts';

/** A witness next to the requests of all processes. */
export interface SentBodies {
  readonly transport: (send: Transport) => Transport;
  /** The transaction that was pushed last, whether that arrived or not. */
  readonly latest: () => string | undefined;
}

const idIn = (body: string): string => /"id":"([^"]*)","lineItems"/.exec(body)?.[1] ?? '';

/** The sale of a refund is named by the service's own id as soon as that is known. */
const withoutParent = (body: string): string => body.replace(/"parentId":"[^"]*"/, '"parentId":""');

/** A push that was not refused may have arrived: every later one of the same transaction has the same body. */
export const sentBodies = (onOther: (id: string) => void): SentBodies => {
  const sent = new Map<string, string>();
  let latest: string | undefined;
  return {
    latest: () => latest,
    transport: (send) => async (request) => {
      if (request.method !== 'POST') return send(request);
      const [id, body] = [idIn(request.body), withoutParent(request.body)];
      if ((sent.get(id) ?? body) !== body) onOther(id);
      sent.set(id, body);
      latest = id;
      const answer = await send(request);
      if (E.isRight(answer) && (answer.right.status === 400 || answer.right.status === 422)) sent.delete(id);
      return answer;
    },
  };
};
