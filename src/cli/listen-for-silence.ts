/** Informs a person at the terminal that a command waits for the service or a platform, because it looks as if it hangs. */
import type { Watch } from '../app/plugin/command-ports.ts';
import { monotonicTime } from '../domain/async.ts';
import type { CliIo } from './cli-io.ts';
import { formatDuration } from '../domain/format-duration.ts';

const betweenLooks = 1_000;

/** Reports on stderr until it is stopped; does not keep the process alive. */
export const listenForSilence = ({
  now,
  err,
}: Pick<CliIo, 'now' | 'err'>): { readonly watch: Watch; readonly stop: () => void } => {
  const { watch, look } = silence(monotonicTime({ now }), err);
  const timer = setInterval(look, betweenLooks).unref();
  return {
    watch,
    stop: () => {
      clearInterval(timer);
    },
  };
};

/** Watches calls for missing responses. */
interface Silence {
  readonly watch: Watch;
  /** Reports changes; call it about once a second. */
  readonly look: () => void;
}

/** Milliseconds of silence before the first report; the next follows each time the silence has doubled. */
const firstPushed = 10_000;

/** The longest pause between two attempts. A call that begins later does not belong to the same silence. */
const longestPause = 60_000;

interface Asked {
  readonly open: number;
  /** Since when there was no response. */
  readonly since: number;
  readonly tellAfter: number;
  /** When the last question ended without an answer; null after an answer. */
  readonly failedAt: number | null;
}

/**
 * @param now milliseconds since 1970
 * @param say prints whole lines
 */
export const silence = (now: () => number, say: (line: string) => void): Silence => {
  const asked = new Map<string, Asked>();
  const begun = (who: string): Asked => {
    const before = asked.get(who);
    const isSame =
      before !== undefined &&
      (before.open > 0 || (before.failedAt !== null && now() - before.failedAt <= longestPause));
    return isSame
      ? { ...before, open: before.open + 1 }
      : { open: 1, since: now(), tellAfter: firstPushed, failedAt: null };
  };
  const ended = (before: Asked, isAnswered: boolean): Asked => {
    const open = before.open - 1;
    return isAnswered
      ? { open, since: now(), tellAfter: firstPushed, failedAt: null }
      : { ...before, open, failedAt: now() };
  };
  const tell = (who: string, waited: Asked): void => {
    const length = now() - waited.since;
    if (waited.open === 0 || length < waited.tellAfter) return;
    asked.set(who, { ...waited, tellAfter: 2 * length });
    say(`Waiting for ${who}, ${formatDuration(length)} so far: it is slow to answer, or gives no answer.\n`);
  };
  return {
    watch: (who, question, isAnswer) => async () => {
      const begin = begun(who);
      asked.set(who, begin);
      // Also reported here, because a service that refuses at once is rarely caught while a call waits.
      tell(who, begin);
      let isAnswered = false;
      try {
        const answer = await question();
        isAnswered = isAnswer(answer);
        return answer;
      } finally {
        asked.set(who, ended(asked.get(who) ?? begin, isAnswered));
      }
    },
    look: () => {
      for (const [who, waited] of asked) tell(who, waited);
    },
  };
};
