/** Makes the report lines of a corrected transaction: the original, its offsets and replacements, each with the reason. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { moneyIn } from '../domain/money.ts';
import { describeDifferences } from '../mapping/comparison.ts';
import { correctionWithin } from '../mapping/identity.ts';
import { isInService, liveRunId, type ReportLine } from '../domain/run.ts';
import type { StoreError } from '../domain/sync-store.ts';
import { heldTransaction } from '../mapping/offset.ts';
import { asCounted } from './counted-lines.ts';
import { mappedOf } from './corrections.ts';
import { heldAtService } from './held-at-service.ts';
import type { PushCandidate } from './mapped-record.ts';
import { presentResult, type PushResult, type ServiceComparison } from './push-result.ts';
import { resultLine } from './report-lines.ts';
import type { PushContext } from './run-context.ts';
import { type ComparedChain, eventOf, type SentChain, standingOf } from './sent-chain.ts';
import { attempt } from '../domain/attempt.ts';

type Found<A> = Promise<E.Either<StoreError, A>>;

/** The lines of a chain: the original and each correction, including corrections that are pushed now. */
export const linesOfChain = async (
  pushContext: PushContext,
  compared: ComparedChain,
  results: ReadonlyMap<string, PushResult>,
): Found<readonly ReportLine[]> => {
  const { chain, missing, offset, replacement, begun, differences } = compared;
  const { base, first, undone, restored } = chain;
  const lines: ReportLine[] = [];
  const pushed: readonly PushCandidate[] = [...begun, ...[offset, replacement].filter((one) => one !== null)];
  const isPushed = new Set(pushed.map(({ id }) => id));
  for (const { id, name } of [{ id: base, name: first?.name ?? '' }, ...undone, ...restored]) {
    if (isPushed.has(id)) continue;
    const line = await lineOf(pushContext, chain, id, name ?? '');
    if (E.isLeft(line)) return line;
    if (line.right !== undefined) lines.push(line.right);
  }
  for (const candidate of pushed) {
    const result = results.get(candidate.id);
    if (result?._tag !== 'Settled') continue;
    const line = resultLine(pushContext.storefront, candidate, result);
    lines.push({ ...line, message: line.message ?? (begun.includes(candidate) ? null : whyOf(compared)) });
  }
  const standing = standingOf(chain);
  const result = offset === null ? undefined : results.get(offset.id);
  const isOpen = (missing === 'undone' || missing === 'changed') && !isSettledWell(result);
  const isChanged = missing === 'changed' || (missing === null && chain.isTrue && differences.length > 0);
  const marked = lines.map((line): ReportLine => {
    if (line.id === standing && isChanged && (isOpen || missing === null)) {
      const message = `${whyOf(compared)} ${openMessage(compared, result)}`;
      return { ...line, findings: [...line.findings, 'differs'], message };
    }
    if (line.id === standing && isOpen) {
      const message = `${whyOf(compared)} The service holds ${amountOf(line)}; it should hold ${zeroOf(line)}. ${openMessage(compared, result)}`;
      return { ...line, findings: [...line.findings, 'no longer true'], message };
    }
    return line.id === base && line.message === null ? { ...line, message: howCorrected(compared) } : line;
  });
  const again = pushed.filter(({ id }) => correctionWithin(id)?.kind === 'restored');
  const copies = [...new Set([base, ...[...restored, ...again].map(({ id }) => id)])];
  return E.right(asCounted({ base, saleId: chain.truth.saleId, copies, now: mappedOf(chain) }, marked));
};

const lineOf = async (
  pushContext: PushContext,
  chain: SentChain,
  id: string,
  name: string,
): Found<ReportLine | undefined> => {
  const before = await earlierLine(pushContext, chain, id);
  if (E.isLeft(before)) return before;
  const line = before.right === undefined ? await lineFromService(pushContext, chain, id, name) : before;
  if (E.isLeft(line) || line.right === undefined) return line;
  return E.right(asStanding(line.right, chain, pushContext.storefront));
};

/** The line of a transaction from an earlier page or run. */
const earlierLine = (
  { store, runId, storefront }: PushContext,
  { truth: { sourceId } }: SentChain,
  id: string,
): Found<ReportLine | undefined> =>
  attempt(async (take) => {
    const sent = await take(store.findSent(storefront, sourceId)());
    const runs = [runId, liveRunId(storefront), sent.get(id) ?? null].filter((run) => run !== null);
    for (const run of new Set(runs)) {
      const page = await take(store.findLines(run, { id }, { after: O.none, limit: 1 })());
      const [line] = page.lines;
      if (line === undefined || !isInService(line.outcome) || line.amounts === null) continue;
      // If another run sent it, this run counts it as already present.
      return run === runId ? line : { ...line, outcome: 'alreadyPresent' };
    }
    return undefined;
  });

/** The line is made from what the service shows, so there are no differences. */
const asShown: ServiceComparison = { differences: [], isCompared: true };

/** The line from what the service shows, where the sync database has none. */
const lineFromService = async (
  pushContext: PushContext,
  { truth }: SentChain,
  id: string,
  name: string,
): Found<ReportLine | undefined> => {
  const held = await heldAtService(pushContext, id, name);
  if (E.isLeft(held)) return held;
  if (held.right._tag !== 'Found') return E.right(undefined);
  const own = heldTransaction({ id, name, parentId: id === truth.saleId ? null : truth.saleId }, held.right.fields, {});
  const candidate = O.isSome(own) ? truth.freeze(own.value) : undefined;
  return E.right(
    candidate !== undefined && E.isRight(candidate)
      ? resultLine(pushContext.storefront, candidate.right, presentResult(null, { comparison: asShown }))
      : undefined,
  );
};

/** An earlier line without its findings about the service, which this reading makes again, and without adjustments. */
const asStanding = (line: ReportLine, { truth, base }: SentChain, storefront: string): ReportLine => ({
  ...line,
  ...{
    storefront,
    reason: null,
    message: null,
  },
  kind: base === truth.saleId && line.id === base ? 'sale' : 'refund',
  findings: line.findings.filter((finding) => finding !== 'no longer true' && finding !== 'differs'),
  adjustments: [],
});

const whyOf = ({ chain, missing, differences }: ComparedChain): string => {
  if (missing === 'changed' || (missing === null && differences.length > 0))
    return `It changed after it was sent: ${describeDifferences(differences)}.`;
  const kind = missing ?? 'undone';
  return sentence(
    eventOf(chain, kind)?.message ??
      (kind === 'restored' ? 'The platform shows it again' : 'The platform does not show it any more'),
  );
};

const sentence = (text: string): string => `${text.replace(/\.$/, '')}.`;

const isSettledWell = (result: PushResult | undefined): boolean =>
  result !== undefined && result._tag !== 'Pending' && isInService(result.outcome);

/** Why a transaction that is no longer true is not offset. */
const openMessage = ({ offset, held, isDated, missing }: ComparedChain, result: PushResult | undefined): string => {
  if (!isDated) return 'When it was taken back could not be read. Sync again later.';
  if (missing === null) return 'Correct it with `tax-nexus correct`, or decide so in the inbox.';
  if (offset === null) {
    return held?._tag === 'Found'
      ? 'Offset it with `tax-nexus correct`, or decide so in the inbox.'
      : 'The service does not show what it holds. Sync again later.';
  }
  if (result?._tag !== 'Settled') return 'Its offset is not settled yet.';
  if (result.reason === 'would be sent') return 'Dry run: it would be offset.';
  return `Its offset is not sent: ${sentence(result.message ?? result.reason ?? result.outcome)}`;
};

const amountOf = ({ amounts }: ReportLine): string =>
  amounts === null ? 'it' : `${moneyIn(amounts.currency)(amounts.total)} ${amounts.currency}`;

const zeroOf = ({ amounts }: ReportLine): string => moneyIn(amounts?.currency ?? 'USD')(0n);

/** The message that names the transactions that corrected the original. */
const howCorrected = (compared: ComparedChain): string => {
  const { chain, offset, replacement } = compared;
  const undone = offset?.id ?? chain.undone.at(-1)?.id ?? '';
  const restored = replacement?.id ?? chain.restored.at(-1)?.id ?? '';
  return chain.isTrue
    ? `It changed after it was sent. Corrected by offset and replacement: ${undone}, ${restored}.`
    : `${whyOf(compared)} Corrected by offset: ${undone}.`;
};
