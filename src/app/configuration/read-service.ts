import type { ServiceConfiguration } from './configuration.ts';
import { defaultConcurrency } from './default-concurrency.ts';
import type { FieldReader } from './field-reader.ts';
import { readOrigin } from './read-origin.ts';
import { readWire } from './read-wire.ts';
import { readReviewUrl } from './read-review-url.ts';

/** The service's address, its key, and how fast it may be asked. */
export const readService = (reader: FieldReader): ServiceConfiguration => {
  const service = {
    baseUrl: readOrigin(
      reader,
      'baseUrl',
      reader.text('baseUrl', "Write the service's address, such as https://api.example.com"),
    ),
    apiKey: reader.secret('apiKey', 'Give the API key of the Tax Nexus Service'),
    requestsPerMinute: reader.wholeNumber('requestsPerMinute', { least: 1, most: 1_000_000 }),
    concurrency: reader.wholeNumber('concurrency', { least: 1, most: 512 }) ?? defaultConcurrency,
    wire: readWire(reader),
    reviewUrl: readReviewUrl(reader),
  };
  reader.refuseOthers();
  return service;
};
