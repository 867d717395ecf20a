import { type Secret, secret, secretFrom } from './secret.ts';

/**
 * A secret that webhooks are verified with, as a host gives it: the text, or a function that gives it at once, because a
 * signature is checked before anything is awaited. A function that throws gives a blank secret, which verifies nothing.
 */
export const webhookSecret = (given: string | (() => string)): Secret => {
  if (typeof given === 'string') return secret(given);
  return secretFrom(() => {
    try {
      return given();
    } catch {
      return '';
    }
  });
};
