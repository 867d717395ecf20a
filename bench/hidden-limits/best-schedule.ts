import { seededRandom } from '../../test/support/seeded-random.ts';
import { type Schedule, shareRefused } from './share-refused.ts';

const searches = 300;
const steps = 250;

/**
 * The most of a limit of so many requests at a time, in percent, that a schedule uses of which less than one percent is refused:
 * the best of hundreds that were improved request by request, even ones and uneven ones.
 *
 * A program that follows the responses does no better. One takes 12 ms to go there and its answer to come back, and the work 14 ms and more, so that
 * of a request about which there is any doubt nothing has been heard yet; but for the one in a hundred that takes longer.
 */
export const bestSchedule = (most: number): number => {
  const random = seededRandom(7);
  const limit = most / 20;
  let best = 0;
  for (let search = 0; search < searches; search += 1) {
    const length = 4 + Math.floor(random.next() * 12);
    const span = length / limit / (0.77 + 0.06 * random.next());
    const isEven = search % 2 === 0;
    let schedule: Schedule = {
      span,
      times: Array.from({ length }, (_, n) => (isEven ? (n * span) / length : random.next() * span)),
    };
    let refused = shareRefused(schedule, most);
    for (let [step, boldness] = [0, 0.003]; step < steps; step += 1, boldness *= 0.98) {
      const moved = Math.floor(random.next() * length);
      const by = (random.next() - 0.5) * (span / length) * 2;
      const times = schedule.times.map((time, n) => (n === moved ? (time + by + span) % span : time));
      const then = shareRefused({ times, span }, most);
      if (then >= refused && random.next() >= Math.exp((refused - then) / boldness)) continue;
      [schedule, refused] = [{ times, span }, then];
    }
    if (refused < 0.01) best = Math.max(best, (100 * length * (1 - refused)) / span / limit);
  }
  return best;
};
