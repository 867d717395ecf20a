import { describe, expect, it } from '@jest/globals';
import { aSync, paged, sales } from '../support/a-sync.ts';
import { left } from '../support/right.ts';

const count = 24;
const pages = paged(sales(count), 10);

describe('a service that refuses each transaction for the same reason', () => {
  it('stops the run early, and no sale counts as refused: once the settings fit, all are sent', async () => {
    const first = aSync({ script: { pages } });
    const { clock, world, store } = first;
    const refusing: typeof world.service = {
      ...world.service,
      push: (_, begin) => async () => {
        await begin?.();
        return { _tag: 'Refused', message: 'answered 422', fingerprint: '422 INVALID: total' };
      },
    };
    const refused = aSync({ script: { pages }, clock, world, store, ports: { service: refusing } });
    const failure = left(await refused.run());
    expect(failure).toMatchObject({ _tag: 'ServiceFailed', cause: 'refused' });
    expect(failure.message).toContain('for the same reason (422 INVALID: total)');
    expect((await refused.entries()).filter(({ outcome }) => outcome === 'failed')).toStrictEqual([]);

    const again = aSync({ script: { pages }, clock, world, store });
    await again.finish();
    expect(await again.report()).toMatchObject({ succeeded: count, failed: 0 });
  });
});
