import * as O from 'fp-ts/lib/Option.js';
import type { ReadinessFinding } from '../../../src/mapping/source-connector.ts';
import type { ApiVersion } from '@shopify/shopify-api';

/**
 * The Admin API version that every document is written for; Shopify's own library must know it.
 *
 * Shopify answers requests for a retired version with a newer one instead of refusing them; `check` reports that.
 */
export const apiVersion = '2026-07' satisfies `${ApiVersion}`;

/** Whether Shopify answers with the requested version. */
export const versionFinding = (answered: O.Option<string>): ReadinessFinding =>
  O.isSome(answered) && answered.value !== apiVersion
    ? {
        level: 'warns',
        subject: 'API version',
        message: `Shopify answers with ${answered.value.slice(0, 20)} instead of ${apiVersion}; update this package`,
      }
    : { level: 'fine', subject: 'API version', message: apiVersion };
