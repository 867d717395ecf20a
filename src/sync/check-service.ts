import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as T from 'fp-ts/lib/Task.js';
import type { CursorRefused, ServiceFailure, TaxService } from '../domain/tax-service.ts';
import type { ReadinessFinding } from '../mapping/source-connector.ts';

/** What a failure of itself says nothing about is what to do when nobody answers. */
const describe = (failure: ServiceFailure | CursorRefused, again: string): string => {
  switch (failure._tag) {
    case 'SlowDown':
      return `the Tax Nexus Service asks to slow down. Wait a minute and ${again}`;
    case 'Unclear':
    case 'CursorRefused':
      return `${failure.message}. Check service.baseUrl and this machine's way to it, wait until the service is up, and ${again}`;
    case 'CredentialsRefused':
    case 'Misdirected':
      return failure.message;
  }
};

/**
 * Whether the service takes the key and shows its transactions, by one request. Changes nothing, and never waits to try again.
 *
 * @param again how the person who reads the finding checks once more, as the end of a sentence
 * @example
 * await checkService(ports.service, 'run tax-nexus check again')(); // { level: 'fine', subject: 'access', message: '…' }
 */
export const checkService =
  (service: Pick<TaxService, 'list'>, again: string): T.Task<ReadinessFinding> =>
  async () => {
    const page = await service.list(O.none)();
    return E.isLeft(page)
      ? { level: 'stops', subject: 'access', message: describe(page.left, again) }
      : { level: 'fine', subject: 'access', message: 'the key is accepted and the list of transactions can be read' };
  };
