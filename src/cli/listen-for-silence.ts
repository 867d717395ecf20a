import type { Watch } from '../app/watched-connector.ts';
import { monotonicTime } from '../pipeline/rate-limit/request-start.ts';
import type { CliIo } from './cli-io.ts';
import { silence } from './silence.ts';

const betweenLooks = 1_000;

/** Tells on stderr whoever is asked and does not answer, until it is stopped; it keeps no process alive. */
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
