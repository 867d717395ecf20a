import * as O from 'fp-ts/lib/Option.js';
import type { BookWithInbox } from '../core/inbox.ts';
import type { TaxService } from '../core/tax-service.ts';
import { sharedService } from '../sync/pace/shared-service.ts';
import type { SyncPorts } from '../sync/ports.ts';
import type { ServiceConfiguration } from './configuration/configuration.ts';
import { isGone, newRunId, processOwner, systemClock, systemRandom } from './system-environment.ts';

type OwnPorts = Pick<
  SyncPorts,
  'service' | 'book' | 'clock' | 'random' | 'newRunId' | 'requestsPerMinute' | 'concurrency' | 'owner' | 'isGone'
>;

/**
 * The ports that are the same for a command and for the plugin in a host's app: this machine, its record book, and the service
 * at the pace that all processes of its key share. One client for all, because pace and pauses belong to the key.
 */
export const ownPorts = (
  { requestsPerMinute: ceiling, concurrency }: Pick<ServiceConfiguration, 'requestsPerMinute' | 'concurrency'>,
  book: BookWithInbox,
  client: TaxService,
): OwnPorts => {
  const requestsPerMinute = O.fromNullable(ceiling);
  return {
    service: sharedService(client, { lane: book.lane, clock: systemClock, requestsPerMinute }),
    book,
    clock: systemClock,
    random: systemRandom,
    newRunId,
    requestsPerMinute,
    concurrency,
    owner: processOwner(),
    isGone,
  };
};
