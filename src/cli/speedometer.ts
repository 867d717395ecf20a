import { consideredOf, type Progress } from '../pipeline/progress.ts';
import { shareOf } from './share-of.ts';

/** How fast this process comes along; what was settled before a run was resumed does not count. */
export interface Speed {
  /** Entries per second. */
  readonly rate: number;
  /** Milliseconds until the current storefront is read completely; null while unknown. */
  readonly left: number | null;
}

interface Mark {
  readonly storefront: string | null;
  readonly at: number;
  readonly considered: number;
  readonly share: number;
}

/**
 * Measures from the first report on. The time left is that of the storefront at hand, reckoned from its first entry that is
 * new: the windows that an earlier process had finished go by in no time, and would promise too much.
 *
 * @param now milliseconds since 1970
 */
export const speedometer = (now: () => number): ((progress: Progress) => Speed) => {
  const beganAt = now();
  let before: number | undefined;
  let mark: Mark | undefined;
  return (progress) => {
    const { storefront, counts } = progress;
    const reached: Mark = { storefront, at: now(), considered: consideredOf(counts), share: shareOf(progress) };
    before ??= reached.considered;
    if (mark?.storefront !== storefront || mark.considered === reached.considered) mark = reached;
    const elapsed = reached.at - beganAt;
    const share = reached.share - mark.share;
    return {
      rate: elapsed > 0 ? ((reached.considered - before) * 1000) / elapsed : 0,
      left: share > 0 && reached.share < 1 ? ((reached.at - mark.at) / share) * (1 - reached.share) : null,
    };
  };
};
