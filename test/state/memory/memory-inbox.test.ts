import * as TE from 'fp-ts/lib/TaskEither.js';
import { memoryRecordBook } from '../../../src/state/memory/memory-record-book.ts';
import { describeInbox } from '../../contracts/inbox.ts';

describeInbox('in memory', () => TE.right(memoryRecordBook()));
