import type { WasTold } from './was-told.ts';

/** What is to be done about a transaction that was told, and whose record is gone. */
export const stays = 'What was told stays as it is; correct it at the service if it has to change.';

export const gone = 'The platform has no such record any more';

/** What is said of a record that the platform has no more, by whether the service was told of it. */
export const wordsOfDeletion: Readonly<Record<WasTold, string>> = {
  told: `${gone}, and the service was told of it. ${stays}`,
  'in doubt': `${gone}, and a push of it got no clear answer. Look for its id at the service: if it is there, it counts.`,
  'never told': `${gone}, and the service was never told of it.`,
};
