const problems: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken; choose another one with --port',
  EACCES: 'may not be listened on by this user; choose one above 1023 with --port',
};

/**
 * Why a port could not be listened on, and what to do, as the rest of a sentence about that port; undefined when the error is
 * about something else.
 *
 * @example
 * portProblem(Object.assign(new Error('listen'), { code: 'EADDRINUSE' })); // 'is taken; choose another one with --port'
 */
export const portProblem = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? problems[error.code]
    : undefined;
