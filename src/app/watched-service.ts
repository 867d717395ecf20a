import * as E from 'fp-ts/lib/Either.js';
import type { TaxService } from '../domain/tax-service.ts';
import type { Watch } from './watched-connector.ts';

const who = 'the Tax Nexus Service';

const isClear = (answer: E.Either<{ readonly _tag: string }, unknown>): boolean =>
  E.isRight(answer) || answer.left._tag !== 'Unclear';

/** The same service, with somebody who looks on while it is asked. */
export const watchedService = (watch: Watch, service: TaxService): TaxService => ({
  list: (cursor) => watch(who, service.list(cursor), isClear),
  find: (id) => watch(who, service.find(id), isClear),
  push: (body, begin) => watch(who, service.push(body, begin), ({ _tag }) => _tag !== 'Unclear'),
});
