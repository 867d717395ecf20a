import type { TickResult } from '../../live/index.ts';

/** What a tick did and did not do, in one line. What to do about the latter stands in its problems. Pure. */
export const tickText = ({ resyncRequests: requests, tasks, problems, isDone }: TickResult): string => {
  const done = tasks.map(({ task, storefront }) => `${task} of ${storefront}`);
  const undone = problems.map(({ task, storefront }) => (task === null ? storefront : `${task} of ${storefront}`));
  const wasQuiet = done.length === 0 && undone.length === 0 && isDone;
  const parts = [
    `${requests} records looked at`,
    ...(wasQuiet ? ['no task was due'] : []),
    ...(done.length === 0 ? [] : [`done: ${done.join(', ')}`]),
    ...(undone.length === 0 ? [] : [`not done: ${[...new Set(undone)].join(', ')}`]),
    ...(isDone ? [] : ['not finished, run it again']),
  ];
  return `${parts.join('; ')}.\n`;
};
