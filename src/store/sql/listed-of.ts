import type { AdjustmentRow, FindingRow } from '../schema.ts';
import { listStatement, type SqlEngine, type SqlTransaction } from './database.ts';
import { groupByVersion } from './rows.ts';

/** What a version of a line lists, in its order. */
export interface Listed {
  readonly findings: readonly FindingRow[];
  readonly adjustments: readonly AdjustmentRow[];
}

/** Reads what versions list, by their numbers. */
export const prepareListedOf = (
  engine: SqlEngine,
): ((transaction: SqlTransaction, versions: readonly number[]) => Promise<(version: number) => Listed>) => {
  const inOrder = ') order by version, position';
  const findingsOf = listStatement<FindingRow>(engine, 'select * from finding where version in (', inOrder);
  const adjustmentsOf = listStatement<AdjustmentRow>(engine, 'select * from adjustment where version in (', inOrder);
  return async (transaction, versions) => {
    const findings = groupByVersion(await findingsOf(transaction, versions));
    const adjustments = groupByVersion(await adjustmentsOf(transaction, versions));
    return (version) => ({ findings: findings.get(version) ?? [], adjustments: adjustments.get(version) ?? [] });
  };
};
