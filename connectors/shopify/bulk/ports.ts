import type * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Clock } from '../../../src/domain/environment.ts';
import type { SourceError } from '../../../src/domain/errors.ts';
import type { Policy } from '../../../src/mapping/policy.ts';
import type { SourceResult, Page } from '../../../src/mapping/source-connector.ts';
import type { Shop } from '../account.ts';
import type { AskForPagePorts } from '../read/ask-for-page.ts';
import type { PagesInProgress } from '../read/pages-in-progress.ts';
import type { FinishedRequests } from './finished-requests.ts';
import type { OpenResult } from './open-result.ts';
import type { OperationsAhead } from './operations-ahead.ts';
import type { Part, ReadPart } from './read-part.ts';

/** What the reading of bulk windows works with. */
export interface BulkPorts extends AskForPagePorts {
  readonly shop: TE.TaskEither<SourceError, Shop>;
  readonly policy: Policy;
  readonly clock: Clock;
  /** Of the Admin API. */
  readonly origin: string;
  readonly openResult: OpenResult;
  readonly readPart: ReadPart;
  readonly ahead: OperationsAhead;
  readonly bells: FinishedRequests;
  readonly inProgress: PagesInProgress<Part, SourceResult | null>;
}

export type Step = Promise<E.Either<SourceError, Page>>;
