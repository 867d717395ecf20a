/** Reads the findings and adjustments of many report lines with two queries. */
import type { AdjustmentRow, FindingRow } from '../schema.ts';
import { listStatement, type SqlEngine, type SqlTransaction } from './database.ts';
import { groupByVersion } from './rows.ts';

/** The findings and adjustments of a version of a line, in order. */
export interface Listed {
  readonly findings: readonly FindingRow[];
  readonly adjustments: readonly AdjustmentRow[];
}

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
