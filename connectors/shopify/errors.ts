import type {
  SourceCredentialsRefused,
  SourceError,
  SourceRefused,
  SourceThrottled,
  SourceUnreachable,
} from '../../src/domain/errors.ts';

/** A query that Shopify finds too costly at this size: a smaller page may pass. Never leaves the connector. */
export interface QueryTooCostly {
  readonly _tag: 'QueryTooCostly';
}

export type AskError = SourceError | QueryTooCostly;

export const unreachable = (cause: string): SourceUnreachable => ({
  _tag: 'SourceUnreachable',
  message: `Shopify gave no usable answer (${cause})`,
  cause,
});

export const throttled = (retryAfterMs: number | null): SourceThrottled => ({
  _tag: 'SourceThrottled',
  message: 'Shopify asks to slow down; the budget of this app in this shop is used up for the moment',
  retryAfterMs,
});

export const credentialsRefused = (message: string): SourceCredentialsRefused => ({
  _tag: 'SourceCredentialsRefused',
  message,
});

export const refused = (message: string): SourceRefused => ({ _tag: 'SourceRefused', message });

/** For queries whose size is fixed: too costly then means that the query itself is refused. */
export const asSourceError = (error: AskError): SourceError =>
  error._tag === 'QueryTooCostly'
    ? refused('Shopify finds this query too costly at its smallest size; report this as a fault of the connector')
    : error;
