/** `GET /accounts`: the accounts that a user sees. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { portsOfUser } from '../access.ts';
import { userOperation } from '../operation.ts';
import { fields, named, pageOf, text } from '../shapes.ts';

/** Accounts of a page. */
export const accountsPerPage = 100;

/** A page of accounts is of those whose name holds a text. */
export const accountsQuery = {
  cursor: text('"next" of the page before'),
  text: text('A part of the name'),
};

export const accountsOfUser = userOperation({
  name: 'listAccounts',
  summary: 'The accounts that you see',
  path: '/accounts',
  given: fields({}, accountsQuery),
  answer: pageOf(named('Account', fields({ name: text('Pass it as "account"') }))),
  run: ({ ports, user }, { cursor = '', text: part = '' }) => {
    const seen = portsOfUser(ports, user, undefined);
    const all = seen._tag === 'Unknown' ? [] : seen.accounts;
    const found = all.filter((name) => name > cursor && name.toLowerCase().includes(part.toLowerCase())).toSorted();
    const shown = found.slice(0, accountsPerPage);
    const next = found.length > shown.length ? (shown.at(-1) ?? null) : null;
    return TE.right({ items: shown.map((name) => ({ name })), next });
  },
});
