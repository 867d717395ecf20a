/** `GET /me`: who a user is, and what they may do. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { portsOfUser } from '../access.ts';
import { userOperation } from '../operation.ts';
import { fields, list, named, oneOf, orNull, text } from '../shapes.ts';

const rights = ['view', 'operate', 'approve'] as const;

export const me = userOperation({
  name: 'me',
  summary: 'Who you are, and what you may do',
  path: '/me',
  namesAccount: true,
  given: fields({}),
  answer: named(
    'User',
    fields({
      name: text(),
      may: list(oneOf(...rights)),
      account: orNull(text('The account of this request; null for a user of several accounts who names none')),
    }),
  ),
  run: ({ ports, user, account }) => {
    const seen = portsOfUser(ports, user, account);
    const may = rights.filter((right) => user.may === undefined || right === 'view' || user.may.includes(right));
    return TE.right({ name: user.name, may, account: seen._tag === 'Account' ? seen.account : null });
  },
});
