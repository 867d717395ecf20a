const notHere = 'is not an address of this machine; choose one with --host';
const otherKind = 'is of a kind that this machine has none of; choose another one with --host';

const problems: Readonly<Record<string, string>> = {
  EADDRNOTAVAIL: notHere,
  ENOTFOUND: notHere,
  EINVAL: notHere,
  EAI_AGAIN: 'cannot be looked up just now; choose an address in numbers with --host',
  EAFNOSUPPORT: otherKind,
};

/**
 * Why an address could not be listened on, and what to do, as the rest of a sentence about that address; undefined when the
 * error is about something else.
 */
export const hostProblem = ({ code = '' }: NodeJS.ErrnoException): string | undefined => problems[code];
