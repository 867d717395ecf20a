import * as E from 'fp-ts/lib/Either.js';
import { explain as explainRecord } from '../../reconcile/explain.ts';
import type { Explanation } from '../../reconcile/explanation.ts';
import { reviewLink, type ReviewUrl } from '../../reconcile/review-link.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { failureCode } from '../failure-code.ts';
import { type CommonOptions, openEngine } from '../open-engine.ts';
import { explanationText } from '../render/explanation-text.ts';
import { json } from '../render/json.ts';

export interface ExplainOptions extends CommonOptions {
  readonly json?: boolean;
}

/** Where to review the transaction of it; null where the service does not hold it. */
const linkOf = ({ result }: Explanation, reviewUrl: ReviewUrl): string | null => {
  if (result._tag !== 'Transaction') return null;
  const { id, service, shipTo } = result;
  const isHeld = service._tag === 'Same' || service._tag === 'Differs';
  return isHeld ? reviewLink(reviewUrl, { id, ...(shipTo.state !== null && { state: shipTo.state }) }) : null;
};

const isKeyRefused = ({ result }: Explanation): boolean =>
  result._tag === 'Transaction' && result.service._tag === 'Unknown' && result.service.cause === 'credentials';

/** Every number and decision of one transaction, with reasons. Reads only. */
export const explain = async (
  io: CliIo,
  storefront: string,
  record: string,
  options: ExplainOptions,
): Promise<ExitCode> => {
  const engine = await openEngine(io, options);
  if (E.isLeft(engine)) return engine.left;
  const explanation = await explainRecord(engine.right.ports)(storefront, record)();
  await engine.right.close();
  if (E.isLeft(explanation)) {
    io.err(`${explanation.left.message}\n`);
    return failureCode(explanation.left);
  }
  io.out(options.json === true ? json(explanation.right) : explanationText(explanation.right));
  const link = linkOf(explanation.right, engine.right.configuration.service.reviewUrl);
  if (link !== null && options.json !== true) io.out(`Review it at ${link}\n`);
  return isKeyRefused(explanation.right) ? exitCode.credentials : exitCode.settled;
};
