import { describe, expect, it } from '@jest/globals';
import { hostLogger } from '../../../src/app/plugin/settings-of-options.ts';
import { jsonLines } from '../../../src/app/plugin/json-lines.ts';
import type { Logger } from '../../../src/domain/environment.ts';

const fields = { storefront: 'us-store' };

const noting = (): { readonly calls: unknown[][]; readonly logger: Logger } => {
  const calls: unknown[][] = [];
  const note = (...words: unknown[]): void => void calls.push(words);
  return { calls, logger: { debug: note, info: note, warn: note, error: note } };
};

describe('a host’s logger', () => {
  it('gets the message and then the fields, as winston and console want it', () => {
    const { calls, logger } = noting();
    hostLogger(logger).info('pushed', fields);
    hostLogger(logger).warn('pushed');
    expect(calls).toStrictEqual([['pushed', fields], ['pushed']]);
  });

  it('gets the fields first when it is pino, which drops them after the message', () => {
    const { calls, logger } = noting();
    hostLogger({ ...logger, bindings: () => ({}) } as Logger).info('pushed', fields);
    expect(calls).toStrictEqual([[fields, 'pushed']]);
  });

  it('is called as a method of the logger', () => {
    class Counting {
      count = 0;
      info(): void {
        this.count += 1;
      }
    }
    const counting = new Counting();
    const logger = Object.assign(counting, { debug: () => undefined, warn: () => undefined, error: () => undefined });
    hostLogger(logger).info('pushed');
    expect(counting.count).toBe(1);
  });

  const ways: readonly (readonly [string, () => unknown])[] = [
    [
      'throw',
      () => {
        throw new TypeError('disk full: canary@example.com');
      },
    ],
    ['reject', () => Promise.reject(new TypeError('disk full: canary@example.com'))],
    [
      'return what cannot be awaited',
      () => ({
        then: () => {
          throw new TypeError('no promise');
        },
      }),
    ],
  ];

  it.each(ways)('may %s: the work goes on, and that is named once', async (_, broken) => {
    const reported: string[] = [];
    // Its type asks for functions that return nothing; a host may give others.
    const given = { debug: broken, info: broken, warn: broken, error: broken } as Logger;
    const logger = hostLogger(given, (line) => reported.push(line));
    for (let lines = 0; lines < 3; lines += 1) expect(() => logger.error('pushed')).not.toThrow();
    await new Promise((resolve) => setImmediate(resolve));
    expect(reported).toStrictEqual([
      'tax-nexus-sync: the option "logger" failed (TypeError). Its lines may be missing; the work continues.\n',
    ]);
  });
});

describe('JSON lines', () => {
  const write = (work: (log: Logger) => void): readonly string[] => {
    const lines: string[] = [];
    work(
      jsonLines(
        (line) => lines.push(line),
        () => 0,
      ),
    );
    return lines;
  };

  it('are one object a line, with time, level and message first', () => {
    expect(write((log) => log.warn('a\nb', { count: 2 }))).toStrictEqual([
      '{"time":"1970-01-01T00:00:00.000Z","level":"warn","message":"a\\nb","count":2}\n',
    ]);
  });

  it('hold scalars only, and no field takes the place of the message', () => {
    const fields = {
      order: { email: 'canary@example.com' },
      list: ['canary'],
      message: 'other',
      level: 'none',
      n: null,
    };
    const [line = ''] = write((log) => log.info('pushed', fields));
    expect(JSON.parse(line)).toStrictEqual({
      time: '1970-01-01T00:00:00.000Z',
      level: 'info',
      message: 'pushed',
      n: null,
    });
  });

  it('leave debug out', () => {
    expect(write((log) => log.debug('pushed'))).toStrictEqual([]);
  });
});
