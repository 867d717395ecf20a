import { checkAmounts } from './check-amounts.ts';
import type { Issue } from './issue.ts';
import type { TransactionShape } from './transaction-shape.ts';

const checkAddress = ({ country, state }: TransactionShape['shipToAddress']): readonly Issue[] =>
  country === 'US' && !/^[A-Z]{2}$/.test(state ?? '')
    ? [{ path: 'shipToAddress.state', message: 'is needed in the US, as two capital letters' }]
    : [];

const checkParent = (transaction: TransactionShape, exists: (id: string) => boolean): readonly Issue[] => {
  if (transaction.parentId === undefined) return [];
  const issues: Issue[] = exists(transaction.parentId)
    ? []
    : [{ path: 'parentId', message: 'no transaction has this id; a refund follows its sale' }];
  if (transaction.total > 0) issues.push({ path: 'total', message: 'of a refund is not above 0' });
  return issues;
};

/** What a transaction of the right shape says that cannot be. Empty: it can be stored. */
export const checkMeaning = (transaction: TransactionShape, exists: (id: string) => boolean): readonly Issue[] => [
  ...checkAmounts(transaction),
  ...checkAddress(transaction.shipToAddress),
  ...checkParent(transaction, exists),
];
