import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { RecordBook } from '../../core/record-book.ts';
import type { Memory } from './memory.ts';

export const serviceFacts = (memory: Memory): Pick<RecordBook, 'serviceFacts' | 'saveServiceFacts'> => ({
  serviceFacts: (service) => TE.fromIO(() => O.fromNullable(memory.serviceFacts.get(service))),
  saveServiceFacts: (service, facts) => TE.fromIO(() => void memory.serviceFacts.set(service, facts)),
});
