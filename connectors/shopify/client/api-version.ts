import * as O from 'fp-ts/lib/Option.js';
import type { ReadinessFinding } from '../../../src/mapping/source-connector.ts';
import type { ApiVersion } from '@shopify/shopify-api';

/**
 * The version of the Admin API that every document is written for and that every answer is expected in; one that Shopify's
 * own library knows.
 *
 * Shopify answers a retired version with a newer one instead of refusing it; `check` reports that drift.
 */
export const apiVersion = '2026-07' satisfies `${ApiVersion}`;

/** Whether Shopify answers with the version that was asked for; a retired one is answered by a newer one, without an error. */
export const versionFinding = (answered: O.Option<string>): ReadinessFinding =>
  O.isSome(answered) && answered.value !== apiVersion
    ? {
        level: 'warns',
        subject: 'API version',
        message: `Shopify answers with ${answered.value.slice(0, 20)} instead of ${apiVersion}; update this package`,
      }
    : { level: 'fine', subject: 'API version', message: apiVersion };
