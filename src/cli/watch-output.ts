import type { Writable } from 'node:stream';

const hasCode = (error: unknown): error is { readonly code: unknown } =>
  typeof error === 'object' && error !== null && 'code' in error;

/**
 * Keeps a failing stdout from ending the process: the run itself goes on to its proper end. Whoever read it may be gone
 * (`| head`, or Ctrl-C to a whole pipe), which is his affair; a full disk under it is not, and is told, once.
 *
 * @returns whether something that was to be printed is lost
 */
export const watchOutput = (out: Writable, tell: (text: string) => void): (() => boolean) => {
  let isLost = false;
  out.on('error', (error: unknown) => {
    const code = hasCode(error) ? String(error.code) : 'unknown error';
    if (code === 'EPIPE' || isLost) return;
    isLost = true;
    tell(`The output could not be written (${code}), and what is there of it is not whole. Run the command again.\n`);
  });
  return () => isLost;
};
