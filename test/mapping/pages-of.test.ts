import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { pagesOf, repeatedCursor } from '../../src/mapping/pages-of.ts';

type Read = Parameters<typeof pagesOf<'failed', { readonly next: O.Option<string> }>>[0];

/** The pages of a platform that answers each cursor with the next one. */
const reading = async (nextOf: Readonly<Record<string, string>>, from?: string): Promise<readonly unknown[]> => {
  const asked: string[] = [];
  const read: Read = (cursor) => {
    const at = O.getOrElse(() => 'first')(cursor);
    asked.push(at);
    const next = nextOf[at];
    return Promise.resolve(next === 'fails' ? E.left('failed') : E.right({ next: O.fromNullable(next) }));
  };
  const ends: unknown[] = [];
  for await (const page of pagesOf(read, O.fromNullable(from))) if (E.isLeft(page)) ends.push(page.left);
  return [asked, ...ends];
};

describe('the pages of a window', () => {
  it('are read from the first to the one without a cursor', async () => {
    expect(await reading({ first: 'a', a: 'b' })).toStrictEqual([['first', 'a', 'b']]);
  });

  it('are read from a cursor on', async () => {
    expect(await reading({ first: 'a', a: 'b' }, 'b')).toStrictEqual([['b']]);
  });

  it('end where one cannot be read', async () => {
    expect(await reading({ first: 'a', a: 'fails' })).toStrictEqual([['first', 'a'], 'failed']);
  });

  it('end where the platform returns a cursor that it returned before, and say so', async () => {
    expect(await reading({ first: 'a', a: 'b', b: 'a' })).toStrictEqual([['first', 'a', 'b'], repeatedCursor]);
    expect(repeatedCursor.message).toBe(
      'The platform returned the same cursor twice, so reading would never end. Try again; if it happens again, report it.',
    );
  });

  it('are each read when they are asked for, and none after the reader has left', async () => {
    const asked: unknown[] = [];
    const read: Read = (cursor) => {
      asked.push(cursor);
      return Promise.resolve(E.right({ next: O.some(String(asked.length)) }));
    };
    for await (const _ of pagesOf(read)) break;
    expect(asked).toStrictEqual([O.none]);
  });
});
