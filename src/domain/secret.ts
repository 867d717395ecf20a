/** Keeps tokens and keys out of logs and errors, even when the object that holds one is printed. */

/** A token or key that cannot be printed by mistake: every way of turning it into text gives `[redacted]`. */
export interface Secret {
  /** The value itself. Call it where the request is built, and never store it. */
  readonly reveal: () => string;
  /** `[redacted]`. */
  readonly toString: () => string;
}

/**
 * Wraps a token or key.
 *
 * @example
 * String(secret('sk_live_1')) // "[redacted]"; secret('sk_live_1').reveal() is the key
 */
export const secret = (value: string): Secret => secretFrom(() => value);

/**
 * A secret that webhooks are verified with, which a function gives at once, because a signature is checked before anything is
 * awaited. A function that throws gives a blank secret, which verifies nothing.
 */
export const webhookSecret = (give: () => string): Secret =>
  secretFrom(() => {
    try {
      return give();
    } catch {
      return '';
    }
  });

const inspectSymbol = Symbol.for('nodejs.util.inspect.custom');

/** A secret whose value is looked up each time it is revealed. */
const secretFrom = (reveal: () => string): Secret => {
  const redacted = (): string => '[redacted]';
  // Not enumerable, so that a copy by spread or Object.assign does not separate them from the value.
  return Object.defineProperties(
    { reveal },
    {
      toString: { value: redacted },
      toJSON: { value: redacted },
      [inspectSymbol]: { value: redacted },
    },
  );
};
