import type { SourceError } from '../domain/errors.ts';
import type { Stop } from './progress.ts';

/** What a failure of a platform is called when it stops a storefront. */
export const causeOf = ({ _tag }: SourceError): Stop['cause'] => {
  switch (_tag) {
    case 'SourceCredentialsRefused':
      return 'credentials';
    case 'SourceUnreachable':
    case 'SourceThrottled':
      return 'no answer';
    case 'SourceRefused':
      return 'refused';
  }
};
