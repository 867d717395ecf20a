import * as TE from 'fp-ts/lib/TaskEither.js';
import { memoryRecordBook } from '../../../src/state/memory/memory-record-book.ts';
import { describeRecordBook } from '../../contracts/record-book.ts';

describeRecordBook('in memory', () => TE.right(memoryRecordBook()));
