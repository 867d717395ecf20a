import { consideredOf, type Progress } from '../pipeline/progress.ts';
import { speedWords } from './progress-line.ts';
import { shareOf } from './share-of.ts';
import type { Speed } from './speedometer.ts';

const cells = 24;

/**
 * One line that is redrawn in place: a bar, the count, the rate and the time left. It is cut to the width of the terminal,
 * because a line that wraps cannot be redrawn.
 *
 * @param columns width of the terminal
 */
export const progressBar = (progress: Progress, speed: Speed, columns: number): string => {
  if (progress.phase === 'reading the service') {
    return `reading what the service holds: ${progress.listed} transactions`.slice(0, columns - 1);
  }
  const share = progress.phase === 'over' ? 1 : shareOf(progress);
  const full = Math.round(share * cells);
  const line = [
    `${'█'.repeat(full)}${'░'.repeat(cells - full)} ${String(Math.floor(share * 100)).padStart(3)} %`,
    `${consideredOf(progress.counts)} considered`,
    ...speedWords(speed),
    ...(progress.storefront === null ? [] : [progress.storefront]),
  ].join('  ');
  return line.slice(0, columns - 1);
};
