/** Pins the version of Shopify's Admin API, and reports when Shopify answers with another one. */
import * as O from 'fp-ts/lib/Option.js';
import type { ReadinessFinding } from '../../../src/mapping/source-connector.ts';

/**
 * The Admin API version that every document is written for.
 *
 * Shopify answers requests for a retired version with a newer one instead of refusing them; `check` reports that.
 */
export const apiVersion = '2026-10';

export const versionFinding = (answered: O.Option<string>): ReadinessFinding =>
  O.isSome(answered) && answered.value !== apiVersion
    ? {
        level: 'warns',
        subject: 'API version',
        message: `Shopify answers with ${answered.value.slice(0, 20)} instead of ${apiVersion}; update this package`,
      }
    : { level: 'fine', subject: 'API version', message: apiVersion };
