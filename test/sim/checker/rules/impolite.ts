import type { File } from '../case.ts';
import type { Manners } from '../evidence.ts';
import type { Violation } from '../violation.ts';

/** A push is under way from when its attempt is noted in the sync database, which takes so many milliseconds. */
const aNote = 5;

/** A request that starts while its process knows of a pause. */
const duringPauses = ({ requests, pauses }: Manners): readonly Violation[] =>
  requests.flatMap(({ at, by }) => {
    const pause = pauses.find((one) => one.by === by && at > one.from + aNote && at < one.until);
    return pause === undefined
      ? []
      : [{ name: 'impolite', about: by, why: `asked at ${at}, in a pause until ${pause.until}` } as const];
  });

/** How soon a process knows another one's pause, in milliseconds: it reads it every second. */
const hearing = 1_100;

/** A pause of one process holds for the others as soon as they can know it. */
const duringOthersPauses = ({ requests, pauses, areTogether }: Manners): readonly Violation[] => {
  if (!areTogether) return [];
  const lived = pauses.filter(({ by, until }) => requests.some((one) => one.by === by && one.at >= until));
  return requests.flatMap(({ at, by }) => {
    const pause = lived.find((one) => one.by !== by && at > one.from + hearing && at < one.until);
    return pause === undefined
      ? []
      : [
          {
            name: 'impolite',
            about: by,
            why: `asked at ${at}, in a pause of ${pause.by} until ${pause.until}`,
          } as const,
        ];
  });
};

const minute = 60_000;

const isTooMany = (times: readonly number[], most: number): boolean =>
  times.some((at, index) => (times[index + most] ?? Number.POSITIVE_INFINITY) - at < minute);

/** No process starts more requests in any minute than the ceiling allows, and neither do all that share it. */
const aboveCeiling = ({ requests, requestsPerMinute, areTogether }: Manners): readonly Violation[] => {
  if (requestsPerMinute === null) return [];
  const why = `more than ${requestsPerMinute} requests in a minute`;
  const timesOf = (by: string): readonly number[] => requests.filter((one) => one.by === by).map(({ at }) => at);
  const alone = [...new Set(requests.map(({ by }) => by))].filter((by) => isTooMany(timesOf(by), requestsPerMinute));
  const all = areTogether
    ? isTooMany(
        requests.map(({ at }) => at),
        requestsPerMinute,
      )
    : false;
  return [...alone, ...(all ? ['all together'] : [])].map((about) => ({ name: 'impolite', about, why }));
};

export const impolite = ({ evidence: { manners } }: File): readonly Violation[] => [
  ...duringPauses(manners).slice(0, 3),
  ...duringOthersPauses(manners).slice(0, 3),
  ...aboveCeiling(manners),
];
