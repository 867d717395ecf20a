import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ServiceFailure, TaxService } from '../domain/tax-service.ts';
import { gotTransport } from './got-transport.ts';
import { serviceAddress } from './service-address.ts';
import type { HttpTaxServiceSettings } from './settings.ts';
import { taxServiceOver } from './tax-service-over.ts';

/** An address that must not be asked is asked nothing. */
const nowhere = (problem: string): TaxService => {
  const failure: ServiceFailure = { _tag: 'Misdirected', message: `${problem}; nothing was sent` };
  return { list: () => TE.left(failure), find: () => TE.left(failure), push: () => () => Promise.resolve(failure) };
};

/**
 * The Tax Nexus Service over HTTP. Each call is one request: it waits for no pace, repeats nothing, and never rejects.
 * Failures are those of `ServiceFailure`; none of them carries the key, an address, or the HTTP client's own error.
 *
 * @example
 * const service = httpTaxService({ baseUrl: 'https://api.example.com/v1', apiKey: secret(key) });
 * const reply = await service.push(body)(); // { _tag: 'Accepted', stored: … }
 */
export const httpTaxService = (settings: HttpTaxServiceSettings): TaxService => {
  const address = serviceAddress(settings.baseUrl);
  if (E.isLeft(address)) return nowhere(address.left);
  return taxServiceOver({
    send: gotTransport(settings),
    address: address.right,
    now: settings.now ?? Date.now,
    wire: settings.wire ?? {},
  });
};
