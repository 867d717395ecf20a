import * as TE from 'fp-ts/lib/TaskEither.js';
import { memoryStore } from '../../../src/store/memory/memory-store.ts';
import { describeAccounts } from '../../contracts/accounts.ts';
import { describeInbox } from '../../contracts/inbox.ts';
import { describeStore } from '../../contracts/sync-store.ts';

describeStore('in memory', () => TE.right(memoryStore()));
describeInbox('in memory', () => TE.right(memoryStore()));
describeAccounts('in memory', () => TE.right(memoryStore()));
