import type { File } from '../case.ts';
import type { Manners } from '../evidence.ts';
import type { Verdict } from '../verdict.ts';

/** Exact, and no threshold: a request that starts while its process knows of a pause. */
const duringPauses = ({ requests, pauses }: Manners): readonly Verdict[] =>
  requests.flatMap(({ at, by }) => {
    const pause = pauses.find((one) => one.by === by && at > one.from && at < one.until);
    return pause === undefined
      ? []
      : [{ name: 'impolite', about: by, why: `asked at ${at}, in a pause until ${pause.until}` } as const];
  });

const minute = 60_000;

/** No process starts more requests in any minute than the ceiling allows. */
const aboveCeiling = ({ requests, requestsPerMinute }: Manners): readonly Verdict[] => {
  if (requestsPerMinute === null) return [];
  return [...new Set(requests.map(({ by }) => by))].flatMap((by) => {
    const times = requests.filter((one) => one.by === by).map(({ at }) => at);
    const isTooMany = times.some(
      (at, index) => (times[index + requestsPerMinute] ?? Number.POSITIVE_INFINITY) - at < minute,
    );
    return isTooMany
      ? [{ name: 'impolite', about: by, why: `more than ${requestsPerMinute} requests in a minute` } as const]
      : [];
  });
};

export const impolite = ({ evidence: { manners } }: File): readonly Verdict[] => [
  ...duringPauses(manners).slice(0, 3),
  ...aboveCeiling(manners),
];
