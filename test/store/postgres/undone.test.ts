import { secret } from '../../../src/domain/secret.ts';
import { postgresStore } from '../../../src/store/postgres/postgres-store.ts';
import { describeUndoneLive } from '../../contracts/undone-live.ts';
import { aPostgres } from '../../support/a-postgres.ts';

const postgres = aPostgres();

describeUndoneLive('in PostgreSQL', () => async () => postgresStore(secret(await postgres().newDatabase()))());
