/**
 * The values that the sandbox uses for personal data and secrets: output that contains one of them is a leak. Keys
 * and tokens of `aWorld` are canaries as well.
 */
const canaries: readonly RegExp[] = [/CANARY\w*/gi, /canary@example\.com/gi, /\+?1?5550100000/g];

/** The canaries in a text; empty when nothing leaked. */
export const leaksIn = (text: string): readonly string[] =>
  canaries.flatMap((canary) => [...text.matchAll(canary)].map(([found]) => found));

/** Gives the text back, or fails the test that printed it. */
export const withoutLeaks = (text: string): string => {
  const leaks = leaksIn(text);
  if (leaks.length > 0) throw new Error(`the output holds ${leaks.join(', ')}`);
  return text;
};
