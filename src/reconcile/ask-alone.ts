/** Reads single transactions at the service whose entry in its list does not show enough to compare them. */
import { describeDifferences, hiddenMarks } from '../mapping/comparison.ts';
import { comparableBody, compareWithBody } from '../pipeline/push-result.ts';
import { askService } from '../pipeline/rate-limit/ask-service.ts';
import type { Comparison } from './comparison.ts';
import { type PushedTransaction, toPushedTransaction } from './pushed.ts';

/** Reads a transaction alone if the list does not show enough of it; returns the listed one after too many such reads. */
export const askAlone = async (
  { runContext, takeQuestion }: Comparison,
  listed: PushedTransaction,
): Promise<PushedTransaction> => {
  if (!takeQuestion()) return listed;
  const answer = await askService({ ...runContext.ports, client: runContext.client })(listed.id);
  if (answer._tag !== 'Found') return listed;
  const alone = toPushedTransaction(answer.stored);
  // Fields that the list shows and a single read does not are kept.
  return { ...alone, id: listed.id, shown: { ...listed.shown, ...alone.shown } };
};

/** The transaction from the list, or from a single read if the list does not show everything that is compared. */
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
 * If the list leaves out a mark that the service stores, a listed sale of ours without that mark may still have it there: the
 * sale is read alone, until there were too many reads. This is the last step, because only then it is known what the list leaves
 * out.
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
