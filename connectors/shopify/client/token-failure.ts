import type { SourceError } from '../../../src/domain/errors.ts';
import { credentialsRefused } from '../errors.ts';
import { failureOfStatus } from './failure-of-status.ts';

/** Thrown by our own token functions: what happened and what to do, without secrets. */
export class TokenFailure extends Error {
  override readonly name = 'TokenFailure';
  readonly failure: SourceError;
  constructor(failure: SourceError) {
    super(failure.message);
    this.failure = failure;
  }
}

/** By its name, because a configuration may load a second copy of this module. */
export const isTokenFailure = (error: unknown): error is TokenFailure =>
  error instanceof Error && error.name === 'TokenFailure' && 'failure' in error;

/**
 * What the status of Shopify's token endpoint means.
 *
 * @param refusal the message for statuses that another attempt does not change
 */
export const failureOfTokenStatus = (
  status: number,
  retryAfter: string | undefined,
  refusal: (status: number) => string,
): SourceError =>
  status === 400 || status === 401 || status === 403
    ? credentialsRefused(refusal(status))
    : failureOfStatus(status, retryAfter);

/** Codes of the token endpoint whose cause is known. */
const causes: ReadonlyMap<string, string> = new Map([
  ['shop_not_permitted', 'the app and the shop belong to different organizations'],
  ['application_cannot_be_found', 'there is no app with this client id'],
  ['app_not_installed', 'the app is not installed in this shop'],
  ['invalid_client', 'the client secret is not that of the app'],
]);

/** @param error the code that Shopify names beside the status; empty where it names none */
export const clientRefused = (status: number, error = ''): string => {
  const cause = causes.get(error);
  return `Shopify does not accept the app's client id and secret in this shop (${status}${cause === undefined ? '' : ` ${error}`}); ${cause ?? 'check both, and that the app is installed'}`;
};
