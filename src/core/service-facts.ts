import { pipe } from 'fp-ts/lib/function.js';
import * as J from 'fp-ts/lib/Json.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';

/**
 * What the first pushed transaction and the list showed about a service. Kept in the record book by a key of address, API key
 * and wire settings: with other settings, the next transaction is looked at again.
 */
export const ServiceFacts = t.readonly(
  t.type({
    identity: t.union([t.literal('client'), t.literal('service')]),
    /** Whether a transaction stands in the list as soon as it is stored. */
    list: t.union([t.literal('prompt'), t.literal('late'), t.literal('not read')]),
    /** Fields that the list shows of a transaction; null as long as it showed none. */
    listShows: t.union([t.readonlyArray(t.string), t.null]),
    /** Fields that came back in another form and with the same meaning. */
    normalized: t.readonlyArray(t.string),
    /** Fields of money, state or day that came back with another meaning: nothing more is pushed. */
    changed: t.readonlyArray(t.string),
    /** The first transaction: our id, and the service's. */
    first: t.readonly(t.type({ id: t.string, name: t.string, remoteId: t.string })),
    /** Whether the service refuses a name that it holds under another id; null as long as it had no occasion to. */
    refusesEqualNames: t.union([t.boolean, t.null]),
  }),
  'ServiceFacts',
);
export type ServiceFacts = t.TypeOf<typeof ServiceFacts>;

/** Facts as the record book keeps them; none when another version wrote them. */
export const parseFacts = (json: string): O.Option<ServiceFacts> =>
  pipe(J.parse(json), O.fromEither, O.filter(ServiceFacts.is));
