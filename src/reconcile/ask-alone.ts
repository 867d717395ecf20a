import { hiddenMarks } from '../mapping/comparison.ts';
import { comparableBody, compareWithBody } from '../pipeline/push-result.ts';
import { askService } from '../pipeline/rate-limit/service-client.ts';
import type { Comparison } from './comparison.ts';
import { type PushedTransaction, toPushedTransaction } from './pushed.ts';

/** A transaction of which the list does not show enough, as the service shows it alone: as long as that is not too much. */
export const askAlone = async (
  { runContext, takeQuestion }: Comparison,
  listed: PushedTransaction,
): Promise<PushedTransaction> => {
  if (!takeQuestion()) return listed;
  const answer = await askService({ ...runContext.ports, client: runContext.client })(listed.id);
  if (answer._tag !== 'Found') return listed;
  const alone = toPushedTransaction(answer.stored);
  // What the list shows and a single read does not is still shown.
  return { ...alone, id: listed.id, shown: { ...listed.shown, ...alone.shown } };
};

/** A transaction as the list shows it, or as the service shows it alone where that is not all that is compared. */
export const seenWhole = async (
  comparison: Comparison,
  body: string,
  listed: PushedTransaction,
): Promise<PushedTransaction> => {
  const { marks } = comparison;
  const ours = comparableBody(body);
  marks.see(listed.shown);
  if (compareWithBody(body, listed.shown).isCompared && marks.toAsk(ours, listed.shown).length === 0) return listed;
  const alone = await askAlone(comparison, listed);
  marks.see(alone.shown);
  if (alone !== listed) marks.tried(hiddenMarks(ours, alone.shown));
  return alone;
};
