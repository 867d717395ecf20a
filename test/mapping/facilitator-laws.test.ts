import { describe, expect, it } from '@jest/globals';
import { facilitatorLaws } from '../../src/mapping/facilitator-laws.ts';

/** Entered a second time, by day in place of by state, so that a slip in one of the two is seen. */
describe('the laws about marketplace facilitators', () => {
  it.each([
    ['2018-01-01', 'WA'],
    ['2018-07-01', 'OK'],
    ['2018-10-01', 'MN'],
    ['2018-11-01', 'NJ'],
    ['2018-12-01', 'CT'],
    ['2019-01-01', 'AL IA'],
    ['2019-03-01', 'SD'],
    ['2019-04-01', 'DC NE'],
    ['2019-04-26', 'SC'],
    ['2019-06-01', 'ID NY VT'],
    ['2019-07-01', 'AR IN KY NM PA RI VA WV WY'],
    ['2019-09-01', 'OH'],
    ['2019-10-01', 'AZ CA CO MA MD ME ND NV TX UT'],
    ['2020-01-01', 'HI IL MI WI'],
    ['2020-02-01', 'NC'],
    ['2020-04-01', 'AK GA'],
    ['2020-07-01', 'LA MS'],
    ['2020-10-01', 'TN'],
    ['2021-01-01', 'PR'],
    ['2021-07-01', 'FL KS'],
    ['2023-01-01', 'MO'],
  ])('begin on %s in %s', (day, states) => {
    const those = Object.entries(facilitatorLaws).filter(([, { collectsFrom }]) => collectsFrom === day);
    expect(those.map(([state]) => state).join(' ')).toBe(states);
  });

  it.each([
    [true, 'count', 'AK CA DC HI IA ID KS KY MD MI MN MO NC NE NJ NV OH RI SD TX VT WA WI WV'],
    [false, 'do not count', 'AL AR AZ CO FL GA IL IN LA MA ME MS ND NM OK PR TN UT VA WY'],
    [null, 'may count', 'CT NY PA SC'],
  ])('%s: facilitated sales %s toward the threshold of %s', (counts, _, states) => {
    const those = Object.entries(facilitatorLaws).filter(([, law]) => law.countsTowardThreshold === counts);
    expect(those.map(([state]) => state).join(' ')).toBe(states);
  });
});
