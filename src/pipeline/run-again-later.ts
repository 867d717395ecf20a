/** What to do where nobody answered. A schedule, which runs again by itself, takes it out of the message. */
export const runAgainLater = 'Run again later; nothing was lost.';
