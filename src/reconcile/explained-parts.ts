/** Maps a sale for its explanation exactly as a run would, with people's decisions and the rule of the host's app. */
import * as E from 'fp-ts/lib/Either.js';
import type { Exclusion } from '../domain/exclusion.ts';
import type { ReportLine } from '../domain/run.ts';
import type { StoreResult } from '../domain/sync-store.ts';
import { saleIdOf, isProofOfSale } from '../mapping/identity.ts';
import { policyToSend } from '../mapping/policy.ts';
import type { Sale } from '../mapping/sale.ts';
import { type MappedSale, saleToTransaction } from '../mapping/sale-to-transaction.ts';
import { applyBeforePush } from '../pipeline/before-push.ts';
import { freezeBody } from '../pipeline/freeze-body.ts';
import { toMapContext, withCancellation } from '../pipeline/map-page.ts';
import type { PushCandidate } from '../pipeline/mapped-record.ts';
import { isSentAnyway } from '../pipeline/apply-decisions.ts';
import type { BeforePush, StorefrontPorts, SyncPorts } from '../pipeline/ports.ts';
import { exclusionLine } from '../pipeline/report-lines.ts';
import { storeWithRetry } from '../pipeline/store-with-retry.ts';
import { type LineTaxes, lineTaxesOf } from './explained-lines.ts';
import type { ExplainedExclusion } from './explanation.ts';

export type MappedLines = MappedSale & { readonly lineTaxes: LineTaxes };

/** A sale, or a part of a split one, as a run would push it. */
export interface ExplainedPart {
  readonly sale: Sale;
  readonly prepared: E.Either<ReportLine, PushCandidate & { readonly mapped: MappedLines }>;
}

type PartPorts = Pick<SyncPorts, 'store' | 'clock' | 'random' | 'wire' | 'beforePush'>;

export const preparePart = async (
  ports: PartPorts,
  storefront: readonly [string, StorefrontPorts],
  sale: Sale,
): StoreResult<ExplainedPart> => {
  const [name, configured] = storefront;
  const { policy } = configured;
  const mapped = saleToTransaction(policy)(sale);
  if (E.isRight(mapped)) {
    const whole = withCancellation(policy, sale, mapped.right);
    return E.right(await withHook(ports, storefront, sale, { ...whole, lineTaxes: lineTaxesOf(policy, sale) }));
  }
  const id = saleIdOf(sale.identity);
  const toSend = policyToSend(policy, mapped.left);
  const known = await storeWithRetry(ports.store, ports).lookUpTransactions('', [{ id, name: '' }])();
  if (E.isLeft(known)) return known;
  if (toSend !== undefined && isSentAnyway(known.right, id, mapped.left.reason))
    return preparePart(ports, [name, { ...configured, policy: toSend }], sale);
  const line = exclusionLine(name, { id, kind: 'sale', sourceId: sale.identity.recordId }, mapped.left);
  return E.right({ sale, prepared: E.left(line) });
};

/** What a report shows about an excluded part. */
export const excludedLine = ({ outcome, reason, message }: ReportLine): ExplainedExclusion => ({
  _tag: 'Excluded',
  outcome: outcome === 'skipped' ? outcome : 'held',
  reason: reason as Exclusion['reason'],
  message: message ?? '',
});

const changedByHook = {
  about: 'transaction',
  value: 'changed by your app',
  reason: 'your beforePush returned other values than the mapping',
  fields: ['beforePush'],
};

/** The transaction that the rule of the app returns. */
const withHook = async (
  ports: PartPorts,
  [storefront, configured]: readonly [string, StorefrontPorts],
  sale: Sale,
  mapped: MappedLines,
): Promise<ExplainedPart> => {
  const { account, recordId: sourceId } = sale.identity;
  const { beforePush } = ports;
  let { transaction } = mapped;
  const hook: BeforePush | undefined =
    beforePush === undefined
      ? undefined
      : async (given, about) => {
          const answer = await beforePush(given, about);
          if (answer !== 'skip') transaction = answer;
          return answer;
        };
  const calendar = { isInRange: () => true, monthOf: () => '' };
  const base = toMapContext(ports, configured, { storefront, account, calendar });
  const context = { ...base, beforePush: hook };
  const references = sale.references.filter(isProofOfSale);
  const frozen = freezeBody(context, { kind: 'sale', sourceId, findings: [], references }, mapped);
  if (E.isLeft(frozen)) return { sale, prepared: frozen };
  const record = { sale: E.right({ ...frozen.right, transaction }), refunds: [], adjustments: [] };
  const { sale: prepared } = await applyBeforePush(context, record);
  if (E.isLeft(prepared)) return { sale, prepared };
  const partWith = (own: MappedLines): ExplainedPart => ({
    sale,
    prepared: E.right({ ...prepared.right, mapped: own }),
  });
  if (!prepared.right.findings.includes('changed by your app')) return partWith(mapped);
  const { id, name, parentId } = mapped.transaction;
  const changed = { ...mapped, transaction: { ...transaction, id, name, parentId } };
  return partWith({ ...changed, decisions: [...mapped.decisions, changedByHook] });
};
