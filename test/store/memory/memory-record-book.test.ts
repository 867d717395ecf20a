import * as TE from 'fp-ts/lib/TaskEither.js';
import { memoryStore } from '../../../src/store/memory/memory-store.ts';
import { describeRecordBook } from '../../contracts/record-book.ts';

describeRecordBook('in memory', () => TE.right(memoryStore()));
