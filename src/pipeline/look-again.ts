/** Repeats a lookup a few times within seconds, because a service may show a new transaction late. */
import type { Clock } from '../domain/environment.ts';
import { wait } from '../domain/async.ts';
import { listScans, serviceBackoff } from './limits.ts';
import type { ServiceClient } from './rate-limit/service-client.ts';

/** The first result of `look` that is not undefined; undefined if all are. */
export const lookAgain = async <A>(
  { clock, client }: { readonly clock: Clock; readonly client: Pick<ServiceClient, 'isOver'> },
  look: () => Promise<A | undefined>,
): Promise<A | undefined> => {
  for (let scan = 1; ; scan += 1) {
    const found = await look();
    if (found !== undefined || scan >= listScans || client.isOver()) return found;
    await wait(clock, serviceBackoff.base * 2 ** scan, client.isOver);
  }
};
