import type { TickResult } from '../../live/index.ts';

/** What a tick did and did not do, in one line. What to do about the latter stands in its troubles. Pure. */
export const tickText = ({ bells: requests, tasks, troubles, isDone }: TickResult): string => {
  const done = tasks.map(({ task, storefront }) => `${task} of ${storefront}`);
  const undone = troubles.map(({ task, storefront }) => (task === null ? storefront : `${task} of ${storefront}`));
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
