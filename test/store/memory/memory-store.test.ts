import * as TE from 'fp-ts/lib/TaskEither.js';
import { memoryStore } from '../../../src/store/memory/memory-store.ts';
import { describeStore } from '../../contracts/sync-store.ts';

describeStore('in memory', () => TE.right(memoryStore()));
