import { reportCounts } from '../support/report-counts.ts';
import type { Findings } from './checker.ts';

/** What a campaign of kills came to. */
export interface Tally {
  kills: number;
  /** Pushes whose fate was open when their process died. */
  recovered: number;
  lost: number;
  doubled: number;
  centsOff: number;
}

export const newTally = (): Tally => ({ kills: 0, recovered: 0, lost: 0, doubled: 0, centsOff: 0 });

export const addFindings = (
  tally: Tally,
  { lost, doubled, centsOff }: Pick<Findings, 'lost' | 'doubled' | 'centsOff'>,
): void => {
  tally.lost += lost.length;
  tally.doubled += doubled.length;
  tally.centsOff += centsOff.length;
};

/** Passes the figures to what prints them at the end of the test run. */
export const printTally = ({ kills, lost, doubled, centsOff, recovered }: Tally): void =>
  reportCounts('Kills', {
    'processes killed': kills,
    'sales lost': lost,
    doubled,
    'with cents off': centsOff,
    'unconfirmed pushes recovered': recovered,
  });
