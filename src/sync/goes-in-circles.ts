import type { SourceError } from '../domain/errors.ts';

/** What a platform is refused with that hands out a cursor a second time: reading would never end. */
export const goesInCircles: SourceError = {
  _tag: 'SourceRefused',
  message:
    'The platform gave the same cursor twice, so that reading would never end. Try again; if it stays, report it.',
};
