import { appendFileSync } from 'node:fs';

/** Figures by name, such as `{ kills: 5, lost: 0 }`. */
export type Counts = Readonly<Record<string, number>>;

/**
 * Hands the figures of a suite to the reporter, which adds up those of one subject and prints them in the last lines of a
 * test run. Without the reporter nothing happens.
 *
 * @param subject what they are about, such as `kills`
 */
export const reportCounts = (subject: string, counts: Counts): void => {
  const path = process.env['TAX_NEXUS_TEST_COUNTS'];
  if (path !== undefined) appendFileSync(path, `${JSON.stringify({ subject, counts })}\n`);
};
