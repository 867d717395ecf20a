import type { Clock } from '../../domain/environment.ts';
import type { TaxService } from '../../domain/tax-service.ts';
import { inSpan } from './in-span.ts';
import type { Meters } from './meters.ts';

/** The same service, whose pushes are spans `tax_nexus.push` and are timed. Neither carries what is pushed. */
export const instrumentService = (service: TaxService, meters: () => Meters, clock: Clock): TaxService => ({
  ...service,
  push: (body, begin) => async () => {
    const began = clock.now();
    const reply = await inSpan('tax_nexus.push', {}, service.push(body, begin), ({ _tag }) =>
      _tag === 'Accepted' || _tag === 'Exists' ? undefined : _tag,
    );
    meters().pushDuration.record(Math.max(0, clock.now() - began), { reply: reply._tag });
    return reply;
  },
});
