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

export type AskError = SourceError | QueryTooCostly;

export const unreachable = (cause: string): SourceUnreachable => ({
  _tag: 'SourceUnreachable',
  message: `Shopify gave no usable response (${cause})`,
  cause,
});

/** Another request may be answered. */
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
export const asSourceError = (error: AskError): SourceError =>
  error._tag === 'QueryTooCostly'
    ? refused('Shopify rejects this query as too costly at its smallest size; report this as a connector bug')
    : error;
