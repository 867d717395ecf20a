import type * as TE from 'fp-ts/lib/TaskEither.js';
import { beforeAll } from '@jest/globals';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import type { StoreError } from '../../../src/domain/sync-store.ts';
import { secret } from '../../../src/domain/secret.ts';
import { postgresStore } from '../../../src/store/postgres/postgres-store.ts';
import { describeAccounts } from '../../contracts/accounts.ts';
import { describeInbox } from '../../contracts/inbox.ts';
import { describeStore } from '../../contracts/sync-store.ts';
import { describeSharedStore } from '../../contracts/shared-store.ts';
import { aPostgres } from '../../support/a-postgres.ts';

const postgres = aPostgres();
let database = '';
let schemas = 0;

beforeAll(async () => {
  database = await postgres().newDatabase();
});

/** A schema of its own is a book of its own. */
const newAddress = (): string => `${database}?schema=book_${++schemas}`;
const open = (address: string): TE.TaskEither<StoreError, SyncDatabase> => postgresStore(secret(address));

describeStore('in PostgreSQL', () => open(newAddress()));
describeInbox('in PostgreSQL', () => open(newAddress()));
describeAccounts('in PostgreSQL', () => open(newAddress()));
describeSharedStore('in a PostgreSQL database that is shared', () => {
  const address = newAddress();
  return () => open(address);
});
