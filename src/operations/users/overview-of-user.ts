/** `GET /overview`: where each account of a user stands. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { overviewOfUser } from '../access.ts';
import { fail } from '../failure.ts';
import { userOperation } from '../operation.ts';
import { accountOverviewShape, readOverview } from '../overview.ts';
import { fields, pageOf } from '../shapes.ts';
import { accountsPerPage, accountsQuery } from './accounts-of-user.ts';

export const overviewOfUserByPage = userOperation({
  name: 'overview',
  summary: 'Where each account that you see stands, accounts that need work first',
  path: '/overview',
  given: fields({}, accountsQuery),
  answer: pageOf(accountOverviewShape),
  run: ({ ports, user }, { cursor = '0', text = '' }) => {
    if (!/^\d{1,9}$/.test(cursor))
      return TE.fromEither(fail('INVALID', 'The cursor is not valid. Use "next" of the previous page.'));
    const [from, next] = [Number(cursor), Number(cursor) + accountsPerPage];
    return pipe(
      readOverview(ports, overviewOfUser(ports, user)),
      TE.map((all) => all.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))),
      TE.map((found) => ({ items: found.slice(from, next), next: found.length > next ? String(next) : null })),
    );
  },
});
