import { describe, expect, it } from '@jest/globals';
import { silence } from '../../src/cli/listen-for-silence.ts';
import { syncAll } from '../support/a-world.ts';
import { cliWorlds } from '../support/cli-worlds.ts';
import { hasty } from '../support/hasty.ts';
import { lineLogger } from '../../src/cli/open-command.ts';

const world = cliWorlds();

/** A party that is asked, and answers when the test says so. */
const aSilence = (): {
  readonly pushed: readonly string[];
  readonly ask: (who: string) => (isAnswer: boolean) => Promise<void>;
  readonly pass: (seconds: number) => void;
} => {
  const pushed: string[] = [];
  let at = 0;
  const { watch, look } = silence(
    () => at,
    (line) => pushed.push(line),
  );
  return {
    pushed,
    ask: (who) => {
      let end: (isAnswer: boolean) => void = () => undefined;
      const question = new Promise<boolean>((resolve) => {
        end = resolve;
      });
      const asked = watch(
        who,
        () => question,
        (isAnswer) => isAnswer,
      )();
      return async (isAnswer) => {
        end(isAnswer);
        await asked;
      };
    },
    pass: (seconds) => {
      for (let second = 0; second < seconds; second += 1) {
        at += 1_000;
        look();
      }
    },
  };
};

const line = (who: string, span: string): string =>
  `Waiting for ${who}, ${span} so far: it is slow to answer, or gives no answer.\n`;

describe('a service or storefront that does not respond', () => {
  it('is named after ten seconds, and again each time that the silence has lasted twice as long', () => {
    const { pushed, ask, pass } = aSilence();
    ask('us-store');
    pass(9);
    expect(pushed).toStrictEqual([]);
    pass(80);
    expect(pushed).toStrictEqual(['10 s', '20 s', '40 s', '1 min 20 s'].map((span) => line('us-store', span)));
  });

  it('is not named while one of several questions after the other is answered', async () => {
    const { pushed, ask, pass } = aSilence();
    ask('us-store');
    for (let round = 0; round < 5; round += 1) {
      const answer = ask('us-store');
      pass(8);
      await answer(true);
    }
    expect(pushed).toStrictEqual([]);
  });

  it('stays silent when it is asked again after a failed request', async () => {
    const { pushed, ask, pass } = aSilence();
    const fail = ask('us-store');
    pass(8);
    await fail(false);
    pass(4);
    expect(pushed).toStrictEqual([]);
    ask('us-store');
    expect(pushed).toStrictEqual([line('us-store', '12 s')]);
  });

  it('is named also when it refuses at once, and no request is waiting most of the time', async () => {
    const { pushed, ask, pass } = aSilence();
    for (const pause of [1, 2, 4, 8, 16, 32]) {
      await ask('us-store')(false);
      pass(pause);
    }
    expect(pushed).toStrictEqual([line('us-store', '15 s'), line('us-store', '31 s')]);
  });

  it('is not called silent for the time without a request', async () => {
    const { pushed, ask, pass } = aSilence();
    await ask('us-store')(true);
    await ask('eu-store')(false);
    pass(120);
    ask('us-store');
    ask('eu-store');
    pass(9);
    expect(pushed).toStrictEqual([]);
    pass(1);
    expect(pushed).toStrictEqual([line('us-store', '10 s'), line('eu-store', '10 s')]);
  });
});

describe('a command whose service or shop does not answer', () => {
  const late = { kind: 'delay', when: 'before', milliseconds: 1_800 } as const;

  it('names what it waits for on stderr, and prints only its result on stdout', async () => {
    const taxService = { faults: [{ on: 'list', times: 1, fault: late }] } as const;
    const { cli } = await world({ shop: { orders: 3 }, taxService });
    const { out, err } = await cli(syncAll, { now: hasty(), isTerminal: true });
    expect(JSON.parse(out)).toHaveProperty('considered');
    expect(err).toMatch(/Waiting for the Tax Nexus Service, \d+ s so far/);
  });

  it.each([
    ['check', ['check']],
    ['sync', syncAll],
    ['webhooks', ['webhooks', 'status', '--storefront', 'us-store', '--address', 'https://app.example']],
  ])('names the storefront: %s', async (_, words) => {
    const { cli } = await world({ shop: { orders: 3, faults: [{ on: 'graphql', times: 1, fault: late }] } });
    const { err } = await cli(words, { now: hasty() });
    expect(err).toMatch(/Waiting for us-store, \d+ s so far: it is slow to answer, or gives no answer\.\n/);
  });
});

describe('the log of a command', () => {
  it('prints a warning of several workers once, and again when it comes later', () => {
    let now = 0;
    const printed: string[] = [];
    const log = lineLogger({ err: (text) => printed.push(text), now: () => now });
    for (now of [0, 1_000, 59_000]) log.warn('a long pause');
    log.warn('something else');
    now = 60_000;
    log.warn('a long pause');
    expect(printed).toStrictEqual(['Note: a long pause\n', 'Note: something else\n', 'Note: a long pause\n']);
  });
});
