import { type Findings } from './checker.ts';

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

export const addFindings = (tally: Tally, { lost, doubled, centsOff }: Findings): void => {
  tally.lost += lost.length;
  tally.doubled += doubled.length;
  tally.centsOff += centsOff.length;
};

export const tallyLine = ({ kills, recovered, lost, doubled, centsOff }: Tally): string =>
  `${kills} kills: ${lost} lost, ${doubled} doubled, ${centsOff} with cents off; ${recovered} pushes in doubt were recovered\n`;
