import { describe, expect, it } from '@jest/globals';
import { eventHub } from '../../../src/app/plugin/event-hub.ts';
import type { Logger } from '../../../src/domain/environment.ts';

const event = { type: 'storefront.uninstalled', storefront: 'us-store' } as const;

const hub = (): { readonly hub: ReturnType<typeof eventHub>; readonly logged: unknown[] } => {
  const logged: unknown[] = [];
  const note: Logger['info'] = (...words) => void logged.push(words);
  return { hub: eventHub({ debug: note, info: note, warn: note, error: note }), logged };
};

describe('the hub of events', () => {
  it('sends events to all listeners, until they unsubscribe', () => {
    const { hub: events } = hub();
    const heard: string[] = [];
    const end = events.listen(() => heard.push('one'));
    events.listen(() => heard.push('two'));
    events.emit(event);
    end();
    events.emit(event);
    expect(heard).toStrictEqual(['one', 'two', 'two']);
  });

  it.each([
    [
      'throws',
      () => {
        throw new RangeError('canary');
      },
    ],
    ['rejects', () => Promise.reject(new RangeError('canary'))],
  ])('goes on when a listener %s, and logs no more than its kind', async (_, listener) => {
    const { hub: events, logged } = hub();
    const heard: string[] = [];
    events.listen(listener);
    events.listen(() => heard.push('two'));
    events.emit(event);
    await new Promise((resolve) => setImmediate(resolve));
    expect(heard).toStrictEqual(['two']);
    expect(JSON.stringify(logged)).toContain('RangeError');
    expect(JSON.stringify(logged)).not.toContain('canary');
  });
});
