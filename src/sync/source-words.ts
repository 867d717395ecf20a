import { isRetryable, type SourceError } from '../domain/errors.ts';
import { runAgainLater } from './run-again-later.ts';

/**
 * What ended the reading of a platform, for the person who must act. A platform that did not answer, or asked to slow
 * down, says nothing of what to do; whatever it refused does. Pure.
 */
export const sourceWords = (error: SourceError): string =>
  isRetryable(error) ? `${error.message}. ${runAgainLater}` : error.message;
