/** Sends again what is gone from the service, and offsets what is no longer true: one after the other. */
import * as E from 'fp-ts/lib/Either.js';
import type { ListedMatter } from '../../domain/decision.ts';
import type { Correctable, Correction } from '../../reconcile/find-corrections.ts';
import type { AccountState, OperationPorts } from '../ports.ts';
import { resync } from '../resync.ts';
import type { Operation } from '../state.ts';
import { applyAll, type CorrectedTransaction, notSent } from './apply-corrections.ts';

/** The result for each transaction, in the order in which they were sent. */
export interface SentAgain {
  readonly storefront: string;
  readonly items: readonly CorrectedTransaction[];
  /** How many were not sent, because by then the service held them again or an offset had taken them back. */
  readonly held: number;
}

/** Sends again what the service lost, offsets what is no longer true, and requests a resync of all of these records. */
export const sendEach =
  (ports: OperationPorts, state: AccountState, matters: readonly ListedMatter[], by: string): Operation<SentAgain> =>
  async () => {
    const items: CorrectedTransaction[] = [];
    let held = 0;
    for (const matter of matters) {
      const { storefront, lineId } = matter;
      if (items.some(endsAll)) {
        items.push(
          notSent(lineId, 'send again', 'Not sent, because the service did not accept the transaction before it.'),
        );
        continue;
      }
      const found = await state.corrections.find(storefront, lineId)();
      if (E.isLeft(found)) {
        items.push(notSent(lineId, 'send again', found.left.message));
        continue;
      }
      const gone = found.right.filter(isOf(matter));
      const unknown = found.right.find((one) => one._tag === 'Unknown');
      if (gone.length === 0 && unknown !== undefined) items.push(notSent(lineId, 'send again', unknown.message));
      else if (gone.length === 0) held += 1;
      const sent = await applyAll(state, gone, { by })();
      items.push(...(E.isLeft(sent) ? [notSent(lineId, 'send again', sent.left.message)] : sent.right));
    }
    const [storefront = ''] = matters.map((one) => one.storefront);
    // A resync settles all of them, also the lines that the service holds again.
    const requested = await resync(ports, state, matters)();
    return E.isLeft(requested) ? requested : E.right({ storefront, items, held });
  };

/** After these answers no other transaction would succeed, so the rest are not sent. */
const endsAll = ({ isCorrected, answer }: CorrectedTransaction): boolean =>
  !isCorrected && (answer === 'credentials refused' || answer === 'no answer' || answer === 'not sent');

const isOf =
  ({ lineId }: Pick<ListedMatter, 'lineId'>) =>
  (one: Correction): one is Correctable =>
    (one._tag === 'Gone' && one.id === lineId) ||
    (one._tag === 'NoLongerTrue' && (one.id === lineId || one.standing === lineId));
