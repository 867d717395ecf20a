import { describe, expect, it } from '@jest/globals';
import type { CliIo } from '../../src/cli/cli-io.ts';
import { progressBar, progressDisplay } from '../../src/cli/run-and-report.ts';
import { aProgress } from '../support/a-progress.ts';
import { overallShare, progressLine, speedometer } from '../../src/cli/progress-line.ts';

const erase = '\r\u001B[2K';

const never = (): never => {
  throw new Error('not in this test');
};

const aDisplay = (isTerminal = false) => {
  const shown: string[] = [];
  let at = 0;
  const io: CliIo = {
    out: never,
    err: (text) => void shown.push(text),
    prompter: null,
    isTerminal,
    columns: () => 80,
    folder: '/',
    env: {},
    loadEnvFile: never,
    now: () => at,
    onInterrupt: never,
    exitNow: never,
  };
  return { ...progressDisplay(io), shown, wait: (milliseconds: number) => (at += milliseconds) };
};

describe('progress where there is no terminal', () => {
  it('is a plain line every five seconds, with count, rate and time left', () => {
    const { report, shown, wait } = aDisplay();
    report(aProgress(0, { windows: { done: 0, total: 4 } }));
    wait(4_000);
    report(aProgress(30));
    expect(shown).toStrictEqual([]);
    wait(1_000);
    report(aProgress(50));
    expect(shown.join('')).toBe('50 considered, 50 succeeded; reading us-store (10.0/s, about 15 s left)\n');
  });

  it('goes on when the clock is set back', () => {
    const { report, shown, wait } = aDisplay();
    report(aProgress(0, { windows: { done: 0, total: 4 } }));
    wait(5_000);
    report(aProgress(50));
    wait(-3_600_000);
    report(aProgress(51));
    wait(5_000);
    report(aProgress(100));
    expect(shown).toHaveLength(2);
    expect(shown.join('')).toContain('100 considered');
    expect(shown.join('')).toContain('(10.0/s, about 15 s left)');
  });

  it('counts for its rate only what this process considered, when a run is resumed', () => {
    const { report, shown, wait } = aDisplay();
    report(aProgress(1_000, { phase: 'reading the service' }));
    wait(10_000);
    report(aProgress(1_020));
    expect(shown.join('')).toContain('1020 considered');
    expect(shown.join('')).toContain('(2.0/s');
  });

  it('prints how it ended, even when it was finished before the first line', () => {
    const { report, over, shown, wait } = aDisplay();
    report(aProgress(0));
    wait(500);
    report(aProgress(5, { phase: 'over', storefront: null }));
    over();
    expect(shown).toHaveLength(1);
    expect(shown[0]).toMatch(/^5 considered, 5 succeeded/);
    expect(shown[0]).toContain('(10.0/s');
  });

  it('has the counts that are not 0; a dry run shows neither what it would send nor what it skips', () => {
    const counts = { succeeded: 5, alreadyPresent: 1, failed: 3, skipped: 4, held: 2 };
    const progress = aProgress(9, { storefront: null, counts });
    const speed = { rate: 1, left: null };
    const all = '15 considered, 5 succeeded, 1 already present, 3 failed, 4 skipped, 2 held (1.0/s)';
    expect(progressLine(progress, speed)).toBe(all);
    expect(progressLine(progress, speed, true)).toBe(
      'dry run: 15 considered, 1 already present, 3 failed, 2 held (1.0/s)',
    );
  });

  it('puts no name in front of the counts, which are those of the whole run', () => {
    const { report, over, shown, wait } = aDisplay();
    wait(5_000);
    report(aProgress(30, { storefront: 'eu-store' }));
    report(aProgress(31, { phase: 'over', storefront: null }));
    over();
    expect(shown).toStrictEqual([
      expect.stringMatching(/^30 considered, 30 succeeded; reading eu-store \(/),
      expect.stringMatching(/^31 considered, 31 succeeded \(/),
    ]);
  });

  it('prints nothing when nothing ran', () => {
    const { over, shown } = aDisplay();
    over();
    expect(shown).toStrictEqual([]);
  });
});

describe('progress on a terminal', () => {
  it('is one line that is redrawn in place, and in the end a line that stays', () => {
    const { report, over, shown, wait } = aDisplay(true);
    report(aProgress(0, { windows: { done: 0, total: 4 } }));
    wait(1_000);
    report(aProgress(20));
    report(aProgress(20, { phase: 'over', storefront: null }));
    over();
    expect(shown).toStrictEqual([
      `${erase}██████░░░░░░░░░░░░░░░░░░  25 %  20 considered  20.0/s  about 3 s left  us-store`,
      `${erase}20 considered, 20 succeeded (20.0/s)\n`,
    ]);
  });

  it('makes room for a message, and comes back with the next page', () => {
    const { report, say, shown, wait } = aDisplay(true);
    say('before\n');
    wait(200);
    report(aProgress(1));
    say('Stopping\n');
    say('Stopped\n');
    wait(200);
    report(aProgress(2));
    expect(shown).toStrictEqual([
      'before\n',
      expect.stringContaining('1 considered'),
      `${erase}Stopping\n`,
      'Stopped\n',
      expect.stringContaining('2 considered'),
    ]);
  });

  it('never wraps: it is cut to the width of the terminal', () => {
    for (const columns of [20, 40, 79]) {
      expect(progressBar(aProgress(123_456), { rate: 123.4, left: 60_000 }, columns).length).toBeLessThan(columns);
    }
  });
});

describe('the time left', () => {
  it('is not fooled by the windows that an earlier process had finished', () => {
    let at = 0;
    const measure = speedometer(() => at);
    measure(aProgress(900, { windows: { done: 0, total: 10 } }));
    measure(aProgress(900, { windows: { done: 8, total: 10 } }));
    at = 10_000;
    expect(measure(aProgress(950, { windows: { done: 9, total: 10 } })).left).toBeCloseTo(10_000);
  });

  it('starts over with each storefront', () => {
    let at = 0;
    const measure = speedometer(() => at);
    measure(aProgress(0, { windows: { done: 0, total: 2 } }));
    at = 60_000;
    measure(aProgress(500, { windows: { done: 2, total: 2 } }));
    measure(aProgress(500, { storefront: 'eu-store', windows: { done: 0, total: 2 } }));
    at = 61_000;
    const { left } = measure(aProgress(510, { storefront: 'eu-store', windows: { done: 1, total: 2 } }));
    expect(left).toBeCloseTo(1_000);
  });
});

describe('the bar of a run over several storefronts', () => {
  const at = (storefront: string | null, done: number) => aProgress(0, { storefront, windows: { done, total: 4 } });

  it('counts all of them, and never goes back', () => {
    const share = overallShare(() => 2);
    const shown = [at('one', 0), at('one', 2), at('one', 4), at('two', 0), at('two', 2), at(null, 0), at('two', 4)].map(
      share,
    );
    expect(shown).toStrictEqual([0, 0.25, 0.5, 0.5, 0.75, 0.75, 1]);
  });

  it('stays where it is when workers change between them', () => {
    const share = overallShare(() => 2);
    const shown = [at('two', 2), at('one', 1), at('two', 3), at('one', 0)].map(share);
    expect(shown).toStrictEqual([...shown].sort());
    expect(Math.max(...shown)).toBeLessThanOrEqual(1);
  });

  it('is full at the end', () => {
    expect(overallShare(() => 9)(aProgress(0, { phase: 'over', storefront: null }))).toBe(1);
  });
});
