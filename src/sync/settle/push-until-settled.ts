import type { StoredTransaction } from '../../core/stored-transaction.ts';
import { askService, type AskPorts } from '../pace/ask-service.ts';
import { fullJitter } from '../patience/backoff.ts';
import type { Candidate } from '../entry/candidate.ts';
import { differences } from '../entry/compare.ts';
import type { Lane } from '../pace/lane.ts';
import { mostContradictions, mostPutOff, mostUnclear, serviceBackoff } from '../limits.ts';
import type { SyncPorts } from '../ports.ts';
import {
  alreadyPresent,
  conflict,
  gaveUp,
  nameTaken,
  pending,
  presentAsItIsNow,
  refused,
  succeeded,
  type Verdict,
} from '../entry/verdict.ts';
import { wait } from '../patience/wait.ts';

export type PushPorts = Pick<SyncPorts, 'crashPoint'> &
  AskPorts & { readonly lane: Pick<Lane, 'find' | 'push' | 'isOver' | 'gaveUp'> };

export interface Attempt {
  readonly id: string;
  /** The frozen body: every attempt sends the same text. */
  readonly body: string;
  /** Whether an earlier attempt of ours may have arrived: then what is there is our own success. */
  readonly mayHaveArrived: boolean;
  /** The sale as it is now: it may have become what the service holds. */
  readonly current: Pick<Candidate, 'body' | 'digest'>;
  /** Asked when the service says that it exists, and has none of its id. */
  readonly isNameTaken: () => Promise<boolean>;
}

const compared = ({ body, current }: Attempt, stored: StoredTransaction, mayHaveArrived: boolean): Verdict => {
  const fields = differences(body, stored);
  if (fields.length > 0) {
    return differences(current.body, stored).length === 0 ? presentAsItIsNow(current.digest) : conflict(fields);
  }
  return mayHaveArrived ? succeeded : alreadyPresent('confirmed');
};

/**
 * Pushes one transaction until it is clear what became of it, or until that was tried often enough. Never rejects.
 *
 * An answer that is not clear is never taken for a failure: the same body goes out again under the same id, and the
 * service's 409 leads to a comparison. A refusal is asked after as well: an earlier attempt may have arrived, also one that
 * a record book knew of which was lost since.
 */
export const pushUntilSettled =
  (ports: PushPorts) =>
  async (attempt: Attempt): Promise<Verdict> => {
    const { id, body, mayHaveArrived, isNameTaken } = attempt;
    const { lane, clock, random, crashPoint } = ports;
    let [isUnknown, unclear, putOff, contradictions] = [mayHaveArrived, 0, 0, 0];
    const giveUp = (message: string): Verdict => {
      lane.gaveUp();
      return gaveUp(message);
    };
    for (;;) {
      crashPoint('before_post');
      const reply = await lane.push(body);
      if (reply._tag !== 'NotStarted') crashPoint('after_post_before_commit');
      let problem: string;
      switch (reply._tag) {
        case 'Accepted':
          return succeeded;
        case 'NotStarted':
        case 'CredentialsRefused':
        case 'Misdirected':
          return pending;
        case 'SlowDown':
          putOff += 1;
          if (putOff >= mostPutOff) return giveUp('the service keeps putting requests off');
          continue;
        case 'Refused':
        case 'Exists': {
          const answer = await askService(ports)(id);
          if (answer._tag === 'NotAsked') return pending;
          crashPoint('after_get_before_commit');
          if (answer._tag === 'Found') return compared(attempt, answer.stored, isUnknown);
          if (reply._tag === 'Refused' && (answer._tag === 'Absent' || !isUnknown)) return refused(reply.message);
          if (answer._tag === 'NoClearAnswer') return giveUp(answer.message);
          problem = 'the service says both that it exists and that it does not';
          contradictions += 1;
          if (contradictions === mostContradictions && (await isNameTaken())) return nameTaken;
          break;
        }
        case 'Unclear':
          isUnknown = true;
          problem = reply.message;
      }
      unclear += 1;
      if (unclear >= mostUnclear) return giveUp(problem);
      await wait(clock, fullJitter(serviceBackoff)(unclear, random.next()), lane.isOver);
    }
  };
