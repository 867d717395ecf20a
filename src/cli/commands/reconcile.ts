import * as E from 'fp-ts/lib/Either.js';
import { parseDateRange } from '../../domain/date-range.ts';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import { countDays } from '../../reconcile/reconciliation.ts';
import { reconcile as prove } from '../../reconcile/reconcile.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { failureCode } from '../failure-code.ts';
import { inPrecedence } from '../in-precedence.ts';
import { listenForInterrupts } from '../interruption.ts';
import { type CommonOptions, openEngine } from '../open-engine.ts';
import { json } from '../render/json.ts';
import { reconciliationText } from '../render/reconciliation-text.ts';

export interface ReconcileOptions extends CommonOptions {
  /** None means all that are configured. */
  readonly storefront?: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly json?: boolean;
}

/**
 * Compares what storefronts sold with what the service holds; the sync database keeps the counts of each day. Changes nothing
 * else; `settled` when nothing differs.
 */
export const reconcile = async (io: CliIo, options: ReconcileOptions): Promise<ExitCode> => {
  const range = parseDateRange(options.from, options.to);
  if (E.isLeft(range)) {
    io.err(`The range cannot be read: ${range.left}.\n`);
    return exitCode.usage;
  }
  const interruption = listenForInterrupts(io);
  try {
    const following = { report: () => undefined, isInterrupted: interruption.isRequested };
    const engine = await openEngine(io, options, following);
    if (E.isLeft(engine)) return engine.left;
    const { ports, inbox, reviews, close } = engine.right;
    const storefronts = inPrecedence(Object.keys(ports.storefronts), options.storefront);
    const proved = await prove({ sync: ports, inbox })(storefronts, range.right)();
    const at = instantOfMilliseconds(io.now());
    const days = E.isLeft(proved) ? [] : proved.right.flatMap((proof) => countDays(proof, at));
    const kept = await reviews.saveDailyCounts(days)();
    await close();
    // The proof stands without it; only the calendar of the screen knows less.
    if (E.isLeft(kept)) io.err(`${kept.left.message}\n`);
    if (E.isLeft(proved)) {
      io.err(`${proved.left.message}\n`);
      return interruption.isRequested() ? exitCode.interrupted : failureCode(proved.left);
    }
    const isComplete = proved.right.every((one) => one.isComplete);
    io.out(
      options.json === true
        ? json({ isComplete, storefronts: proved.right })
        : proved.right.map(reconciliationText).join('\n'),
    );
    return isComplete ? exitCode.settled : exitCode.needsAttention;
  } finally {
    interruption.dispose();
  }
};
