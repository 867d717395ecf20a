/** The failures of requests to Shopify, by what helps against each: a smaller page, a later attempt, or a person. */
import type {
  SourceCredentialsRefused,
  SourceError,
  SourceRefused,
  SourceThrottled,
  SourceUnreachable,
} from '../../src/domain/errors.ts';

/** Shopify rejects the query as too costly at this size; a smaller page may pass. Stays inside the connector. */
export interface QueryTooCostly {
  readonly _tag: 'QueryTooCostly';
}

/**
 * Shopify answered, but could not serve the request: one order of a page may be the cause, and a smaller page may pass. Stays
 * inside the connector.
 */
export interface PartNotServed {
  readonly _tag: 'PartNotServed';
  /** Codes and field names, and no text of Shopify's. */
  readonly where: string;
}

export type AskError = SourceError | QueryTooCostly | PartNotServed;

export const unreachable = (cause: string): SourceUnreachable => ({
  _tag: 'SourceUnreachable',
  message: `Shopify gave no usable response (${cause})`,
  cause,
});

/**
 * A failure of the whole shop, whichever order is requested. Another attempt is worthwhile, because such a failure often ends by
 * itself (a proxy's 404, an unpaid bill, a certificate that is renewed).
 *
 * @param message the fact, and what to do if it lasts
 */
export const outage = (message: string, cause: string): SourceUnreachable => ({
  _tag: 'SourceUnreachable',
  message,
  cause,
});

/** Whether a later attempt may succeed. */
export const isUnreachable = ({ _tag }: SourceError): boolean => _tag === 'SourceUnreachable';

export const throttled = (retryAfterMs: number | null): SourceThrottled => ({
  _tag: 'SourceThrottled',
  message: "Shopify's rate limit for this app in this shop is reached",
  retryAfterMs,
});

export const credentialsRefused = (message: string): SourceCredentialsRefused => ({
  _tag: 'SourceCredentialsRefused',
  message,
});

export const refused = (message: string): SourceRefused => ({ _tag: 'SourceRefused', message });

/** For queries of a fixed size, "too costly" means that the query itself is refused. */
export const asSourceError = (error: AskError): SourceError => {
  switch (error._tag) {
    case 'QueryTooCostly':
      return refused('Shopify rejects this query as too costly at its smallest size; report this as a connector bug');
    case 'PartNotServed':
      return outage(`Shopify could not serve ${error.where}`, error.where);
    case 'SourceUnreachable':
    case 'SourceThrottled':
    case 'SourceCredentialsRefused':
    case 'SourceRefused':
      return error;
  }
};
