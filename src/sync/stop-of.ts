import type { SourceError } from '../domain/errors.ts';
import { causeOf } from './cause-of.ts';
import type { Stop } from './progress.ts';
import { sourceWords } from './source-words.ts';

/** What stops a storefront whose platform could not be read. Pure. */
export const stopOf = (storefront: string, error: SourceError): Stop => ({
  who: storefront,
  cause: causeOf(error),
  message: sourceWords(error),
});
