import { describeDifferences, hiddenMarks } from '../mapping/comparison.ts';
import { comparableBody, compareWithBody } from '../pipeline/push-result.ts';
import { askService } from '../pipeline/rate-limit/ask-service.ts';
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
  if (alone !== listed) {
    marks.tried(hiddenMarks(ours, alone.shown));
    marks.compareFaces(listed.shown, alone.shown);
  }
  return alone;
};

/**
 * Where the list leaves out a mark that the service has, a sale of ours without that mark may have one there: it is asked for alone,
 * as long as that is not too much. The last step: only then it is known what the list leaves out.
 */
export const compareUnlistedMarks = async (comparison: Comparison): Promise<void> => {
  const leftOut = comparison.marks.leftOutOfList();
  if (leftOut.length === 0) return;
  for (const { candidate, listed } of comparison.listedAlone) {
    if (leftOut.every((mark) => listed.shown[mark] !== undefined)) continue;
    const alone = await askAlone(comparison, listed);
    if (alone === listed) {
      comparison.notCompared += 1;
      continue;
    }
    const { differences } = compareWithBody(candidate.body, alone.shown);
    if (differences.length === 0) continue;
    const { id: transactionId, sourceId, name } = candidate;
    const message = `${describeDifferences(differences)}.`;
    const day = comparison.dayOf(candidate.transactedAt);
    comparison.findings.differ({ kind: 'differs', transactionId, sourceId, name, message, day });
  }
};
