import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { ServicePage, StoredTransaction, TaxService } from '../../domain/tax-service.ts';
import { ownFormOf } from '../../mapping/shown-name.ts';
import type { SyncPorts } from '../ports.ts';

/** Platforms whose name begins the names of their sales. Others may be called `Acme Shopify`, of which nothing is to be cut off. */
const builtIn = ['shopify', 'stripe'];

/** The service, with names in the form that we sent them in: whatever looks for ours finds it, also with an empty sync database. */
export const namesInOwnForm = (
  service: TaxService,
  storefronts: SyncPorts['storefronts'] = {},
): Pick<TaxService, 'push' | 'find' | 'list'> => {
  const isBuiltIn = Object.values(storefronts).every(({ connector }) => builtIn.includes(connector.platform));
  const nameOf = ownFormOf(isBuiltIn ? builtIn : []);
  const inOwnForm = (stored: StoredTransaction): StoredTransaction => {
    if (stored.name == null) return stored;
    const name = nameOf(stored.name);
    return name === stored.name ? stored : { ...stored, name };
  };
  return {
    push: (body, begin) => async () => {
      const reply = await service.push(body, begin)();
      return reply._tag === 'Accepted' && reply.stored !== null ? { ...reply, stored: inOwnForm(reply.stored) } : reply;
    },
    find: (id) => async () => E.map(O.map(inOwnForm))(await service.find(id)()),
    list: (cursor) => async () =>
      E.map((page: ServicePage) => ({ ...page, transactions: page.transactions.map(inOwnForm) }))(
        await service.list(cursor)(),
      ),
  };
};
