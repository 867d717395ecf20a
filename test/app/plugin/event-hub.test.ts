import { describe, expect, it } from '@jest/globals';
import { eventHub, logEvent } from '../../../src/app/plugin/event-hub.ts';
import type { Logger } from '../../../src/domain/environment.ts';
import { jsonLines } from '../../../src/app/plugin/json-lines.ts';
import type { TaxNexusEvent } from '../../../src/app/plugin/tax-nexus.ts';

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

const lineOf = (event: TaxNexusEvent): unknown => {
  const lines: string[] = [];
  logEvent(
    jsonLines(
      (line) => void lines.push(line),
      () => 0,
    ),
  )(event);
  return JSON.parse(lines.join(''));
};

const stopped = { who: 'us-store', cause: 'credentials', message: 'the token was revoked' } as const;

describe('an event in the log of a separate process', () => {
  it('is a warning, with its message as detail, where a person has to act', () => {
    expect(lineOf({ type: 'storefront.stopped', storefront: 'us-store', ...stopped })).toMatchObject({
      level: 'warn',
      message: 'storefront.stopped',
      storefront: 'us-store',
      detail: 'the token was revoked',
    });
  });

  it('is a warning when a reconciliation came to no end, or found a difference', () => {
    const range = { from: '2026-03-01', to: '2026-03-31' };
    const reconciled = { type: 'reconcile.finished', storefront: 'us-store', range } as const;
    expect(lineOf({ ...reconciled, isComplete: false, differences: 2 })).toMatchObject({ level: 'warn' });
    expect(lineOf({ ...reconciled, isComplete: true, differences: 0 })).toMatchObject({ level: 'info' });
    const message = 'it was interrupted; run tax-nexus reconcile for the same days';
    expect(
      lineOf({ type: 'reconcile.failed', storefront: 'us-store', range, cause: 'interrupted', message }),
    ).toMatchObject({ level: 'warn', detail: message });
  });

  it('is informational where no action is needed', () => {
    expect(lineOf({ type: 'privacy.erased', storefront: 'us-store', records: 2 })).toMatchObject({
      level: 'info',
      records: 2,
    });
  });
});
