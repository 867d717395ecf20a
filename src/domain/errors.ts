/** How a storefront's platform can fail, and which failures are worth a retry. */

/**
 * `message` is for the person who must act, and holds no personal data and no token; `cause` is a code such as `ECONNRESET`,
 * never the vendor's own error, which carries both.
 */
export type SourceError = SourceUnreachable | SourceThrottled | SourceCredentialsRefused | SourceRefused;

/** No response, or a temporary failure: retry. */
export interface SourceUnreachable {
  readonly _tag: 'SourceUnreachable';
  readonly message: string;
  readonly cause: string;
}

/** Rate limited: retry after `retryAfterMs` milliseconds; null when the platform does not state it. */
export interface SourceThrottled {
  readonly _tag: 'SourceThrottled';
  readonly message: string;
  readonly retryAfterMs: number | null;
}

/** The token is wrong, expired or lacks a permission. The storefront stops; nothing is lost. */
export interface SourceCredentialsRefused {
  readonly _tag: 'SourceCredentialsRefused';
  readonly message: string;
}

/** A retry would be refused again: a query that is not allowed, an answer of unknown shape, a filter that was ignored. */
export interface SourceRefused {
  readonly _tag: 'SourceRefused';
  readonly message: string;
  /** The platform shows no such record, and does not show every record to these credentials: it may still exist. */
  readonly isUnseen?: true;
}

export const isRetryable = (error: SourceError): boolean => {
  switch (error._tag) {
    case 'SourceUnreachable':
    case 'SourceThrottled':
      return true;
    case 'SourceCredentialsRefused':
    case 'SourceRefused':
      return false;
  }
};

/**
 * The name of a thrown error. Its message is never shown: in errors that are not ours it may hold personal data.
 *
 * @example
 * errorName(new TypeError('no such customer: …')) // "TypeError"
 */
export const errorName = (thrown: unknown): string =>
  thrown instanceof Error && typeof thrown.name === 'string' ? thrown.name : 'a thrown value';

/** Whether an error code of Node is about a certificate that is not trusted: a retry does not help. */
export const isCertificateCode = (code: string): boolean =>
  /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY|DECRYPT)|ERR_TLS/.test(code);
