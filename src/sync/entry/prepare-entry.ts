import * as E from 'fp-ts/lib/Either.js';
import { errorName } from '../../domain/errors.ts';
import type { FindingKind, ReportLine } from '../../domain/run.ts';
import { held, type Exclusion, skipped } from '../../domain/exclusion.ts';
import type { WireSettings } from '../../domain/wire-settings.ts';
import type { Transaction } from '../../domain/transaction.ts';
import { laterIdOf, saleIdOf } from '../../mapping/naming.ts';
import type { Policy } from '../../mapping/policy.ts';
import { refundToTransaction } from '../../mapping/refund-to-transaction.ts';
import type { Decision, Sale } from '../../mapping/sale.ts';
import { type MappedSale, saleToTransaction } from '../../mapping/sale-to-transaction.ts';
import type { Entry } from '../../mapping/source-connector.ts';
import type { Calendar } from '../calendar.ts';
import type { MappedRecord, Prepared } from './candidate.ts';
import { freeze } from './freeze.ts';
import { movementKey } from './movement-key.ts';
import { isProof } from './proof.ts';
import { refundMovement } from './refund-movement.ts';
import { setAsideEntry } from './to-run-entry.ts';
import type { BeforePush, StorefrontPorts, SyncPorts } from '../ports.ts';

export interface PrepareContext {
  readonly storefront: string;
  /** The first part of every id, and whose sales these are: a record that was set aside gets the id of its sale. */
  readonly platform: string;
  readonly account: string;
  readonly policy: Policy;
  readonly calendar: Calendar;
  /** What the service takes; default: everything. */
  readonly wire?: WireSettings | undefined;
  readonly beforePush?: BeforePush | undefined;
}

/** How the records of a storefront are mapped. */
export const prepareContext = (
  { wire, beforePush }: Pick<SyncPorts, 'wire' | 'beforePush'>,
  { connector, policy }: StorefrontPorts,
  { storefront, account, calendar }: Pick<PrepareContext, 'storefront' | 'account' | 'calendar'>,
): PrepareContext => ({
  storefront,
  platform: connector.platform,
  account,
  policy,
  calendar,
  wire: wire?.settings,
  beforePush,
});

const findingsOf = (decisions: readonly Decision[]): readonly FindingKind[] => {
  const findings = new Set<FindingKind>();
  for (const { finding } of decisions) if (finding !== undefined) findings.add(finding);
  return [...findings];
};

/** What kind of sale it is, for whoever counts and lists them. */
const kindsOf = ({ marketplace, purpose, entity }: Transaction): readonly FindingKind[] => [
  ...(marketplace === null ? [] : ['marketplace sale' as const]),
  ...(purpose === null && entity === null ? [] : ['exempt sale' as const]),
];

const toCandidate = (
  context: PrepareContext,
  kind: 'sale' | 'refund',
  { identity: { recordId: sourceId }, references }: Sale,
  { transaction, decisions }: MappedSale,
): Prepared => {
  const frozen = freeze(
    context,
    {
      kind,
      sourceId,
      findings: [...findingsOf(decisions), ...(kind === 'sale' ? kindsOf(transaction) : [])],
      references: kind === 'sale' ? [...new Set(references.filter(isProof))] : [],
    },
    transaction,
  );
  return E.isLeft(frozen) || context.beforePush === undefined ? frozen : E.right({ ...frozen.right, transaction });
};

const alone = (entry: ReportLine): MappedRecord => ({ sale: E.left(entry), refunds: [], movements: [] });

const prepareSale = (context: PrepareContext, sale: Sale): MappedRecord => {
  const { storefront, policy, calendar } = context;
  const { identity, occurredAt } = sale;
  const id = saleIdOf(identity);
  const sourceId = identity.recordId;
  const setAside = (why: Exclusion): MappedRecord =>
    alone(setAsideEntry(storefront, { id, kind: 'sale', sourceId }, why));
  if (!calendar.isInRange(occurredAt)) {
    const name = identity.number ?? sourceId;
    return setAside(skipped({ sourceId, name }, 'out of range', 'it was made outside of the chosen days'));
  }
  const mapped = saleToTransaction(policy)(sale);
  if (E.isLeft(mapped)) return setAside(mapped.left);
  const refunds = policy.refunds === 'send' ? [...sale.refunds, ...(sale.amendments ?? [])] : [];
  return {
    sale: toCandidate(context, 'sale', sale, mapped.right),
    refunds: refunds.map((refund) => {
      const told = refundToTransaction(sale, mapped.right, policy)(refund);
      const place = { id: laterIdOf(identity, refund), kind: 'refund', sourceId } as const;
      return {
        movementId: movementKey({ kind: 'refund', ...refund }),
        prepared: E.isLeft(told)
          ? E.left(setAsideEntry(storefront, place, told.left))
          : toCandidate(context, 'refund', sale, told.right),
      };
    }),
    movements: [...sale.refunds.map(refundMovement(sale)), ...sale.movements],
  };
};

/** What is known of an entry whatever its shape, for the case that looking at it fails. */
const sourceIdOf = (entry: Entry, place: string): string => {
  try {
    return E.isRight(entry) ? entry.right.identity.recordId : entry.left.sourceId || place;
  } catch {
    return place;
  }
};

/** Records without a readable id would pass for one and the same: each is called after its place. */
const named = (setAside: Exclusion, place: string): Exclusion => {
  const sourceId = setAside.sourceId || place;
  return { ...setAside, sourceId, name: setAside.name || sourceId };
};

/**
 * Turns one entry of a page into what is pushed and what is said of it. Pure, and it never throws: a defect that one
 * record brings to light holds that record, and not the page.
 *
 * @param place where the entry stood, in case that it has no readable id
 */
export const prepareEntry = (context: PrepareContext, entry: Entry, place: string): MappedRecord => {
  const { storefront, platform, account } = context;
  const idOf = (sourceId: string): string => `${platform}:${account}:${sourceId}`;
  try {
    if (E.isRight(entry)) return prepareSale(context, entry.right);
    const setAside = named(entry.left, place);
    const { sourceId } = setAside;
    return alone(setAsideEntry(storefront, { id: idOf(sourceId), kind: 'sale', sourceId }, setAside));
  } catch (defect) {
    const sourceId = sourceIdOf(entry, place);
    const kind = errorName(defect);
    const message = `it could not be mapped because of a defect of ours (${kind}); report it with this id, the other records went on`;
    const why = held({ sourceId, name: sourceId }, 'undecodable record', message);
    return alone(setAsideEntry(storefront, { id: idOf(sourceId), kind: 'sale', sourceId }, why));
  }
};
