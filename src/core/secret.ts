const inspectSymbol = Symbol.for('nodejs.util.inspect.custom');

/** A token or key that cannot be printed by mistake: every way of turning it into text gives `[redacted]`. */
export interface Secret {
  /** The value itself. Call it where the request is built, and keep it nowhere. */
  readonly reveal: () => string;
  /** `[redacted]`. */
  readonly toString: () => string;
}

export const secret = (value: string): Secret => {
  const redacted = (): string => '[redacted]';
  // Not enumerable, so that a spread or Object.assign carries no printer away from its value.
  return Object.defineProperties(
    { reveal: () => value },
    {
      toString: { value: redacted },
      toJSON: { value: redacted },
      [inspectSymbol]: { value: redacted },
    },
  );
};
