import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { toPage } from '../../src/service/list-response.ts';
import { toFound } from '../../src/service/response.ts';
import type { ServiceWire } from '../../src/domain/wire-settings.ts';
import type { ServicePage } from '../../src/domain/tax-service.ts';
import { aBody, aWire } from '../support/a-body.ts';
import { left, right } from '../support/right.ts';

const now = Date.UTC(2026, 3, 1);
const answer = (status: number, body = '', retryAfter?: string) => ({ status, body, retryAfter });

describe('the answer to a question', () => {
  it('is that there is none, for 410 as for 404', () => {
    expect([404, 410].map((status) => right(toFound(now, {}, aWire().id)(answer(status))))).toEqual([O.none, O.none]);
  });

  it.each([
    [200, 'null'],
    [200, '[]'],
    [200, '{}'],
    [200, '{"data":null}'],
    [200, '{"data":[]}'],
    [200, '{"transaction":null}'],
    [400, '{"code":"not_found"}'],
    [422, '{"message":"The transaction does not exist."}'],
  ])('is that there is none, for %i with %s', (status, body) => {
    expect(right(toFound(now, {}, 'a')(answer(status, body)))).toEqual(O.none);
  });

  const marks = [
    { deleted: true },
    { isDeleted: 1 },
    { deletedAt: '2026-03-01T00:00:00Z' },
    { voided_at: 1_772_000_000 },
    { status: 'VOID' },
    { state: 'cancelled' },
  ];
  it.each(marks)('is that there is none, where the service shows it as %j', (mark) => {
    expect(right(toFound(now, {}, 'a')(answer(200, JSON.stringify({ id: 'a', total: 1, ...mark }))))).toEqual(O.none);
    const rows = { data: [{ id: 'a', ...mark }, { id: 'b' }], nextCursor: null };
    expect(right(toPage(now, {}, O.none, 3)(answer(200, JSON.stringify(rows))))).toMatchObject({
      page: { transactions: [{ id: 'b' }], deleted: 1 },
    });
  });

  it.each([{ deleted: false }, { deletedAt: null }, { status: 'committed' }, { voided: 0 }])(
    'is the transaction, where the service shows it as %j',
    (mark) => {
      const found = right(toFound(now, {}, 'a')(answer(200, JSON.stringify({ id: 'a', ...mark }))));
      expect(O.isSome(found)).toBe(true);
    },
  );

  it('is unclear when it shows another transaction', () => {
    expect(left(toFound(now, {}, 'asked-for')(answer(200, aBody())))).toEqual({
      _tag: 'Unclear',
      message: 'the Tax Nexus Service returned a transaction of another id',
    });
  });

  it('is the transaction, or that there is none', () => {
    expect(right(toFound(now, {}, 'a')(answer(200, '{"id":"a"}')))).toEqual(O.some({ id: 'a', name: null }));
    expect(right(toFound(now, {}, 'a')(answer(404, '<html>')))).toEqual(O.none);
  });

  it.each<[string, unknown]>([
    ['total', 0],
    ['lineItems', []],
    ['transactedAt', '2026-02-03'],
    ['shipToAddress', null],
    ['taxCollected', 0],
    ['name', 'Shopify #1001'],
  ])('is the transaction that was asked for, where it shows no id, and %s', (field, value) => {
    const found = right(toFound(now, {}, 'a')(answer(200, JSON.stringify({ [field]: value }))));
    expect(found).toEqual(O.some({ name: null, id: 'a', [field]: value }));
  });

  it('is unclear where it shows neither an id nor anything of a transaction', () => {
    for (const body of ['{"createdAt":1}', '{"name":null}', '{"data":{"createdAt":1}}'])
      expect(left(toFound(now, {}, 'a')(answer(200, body)))).toEqual({
        _tag: 'Unclear',
        message: 'the Tax Nexus Service returned a body that is not a transaction',
      });
  });

  it.each([
    [200, '', 'returned a body that is not JSON'],
    [200, '{"createdAt":1}', 'returned a body that is not a transaction'],
    [200, '{"id":"b"}', 'returned a transaction of another id'],
    [400, '', 'answered 400 to a lookup'],
  ])('%i %s is unclear, and says why', (status, body, what) => {
    const message = `the Tax Nexus Service ${what}`;
    expect(left(toFound(now, {}, 'a')(answer(status, body)))).toEqual({ _tag: 'Unclear', message });
  });

  it('may write its id in another case', () => {
    expect(right(toFound(now, {}, 'ABC-1')(answer(200, '{"id":"abc-1"}')))).toEqual(
      O.some({ id: 'abc-1', name: null }),
    );
  });

  it.each([
    [200, '{"id":"b"}'],
    [200, ''],
    [400, ''],
    [409, ''],
    [500, ''],
  ])('%i %s is unclear', (status, body) => {
    expect(left(toFound(now, {}, 'a')(answer(status, body)))._tag).toBe('Unclear');
  });
});

describe('an answer to a question which shows no transaction', () => {
  it.each(['{"success":false}', '{"error":"not found"}', '{"data":[{"id":"b"}],"nextCursor":null}'])(
    '200 %s is unclear',
    (body) => {
      expect(left(toFound(now, {}, 'a')(answer(200, body)))._tag).toBe('Unclear');
    },
  );
});

const otherList = 'Check service.baseUrl; if it stays so, ask its support for a list in data';

describe('the answer to a list', () => {
  const page = (status: number, body: string, cursor: O.Option<string> = O.none, wire: ServiceWire = {}) =>
    E.map((read: { readonly page: ServicePage } | 'smaller') => (read === 'smaller' ? read : read.page))(
      toPage(now, wire, cursor, 3)(answer(status, body)),
    );
  const read = (body: string, wire: ServiceWire = {}): ServicePage => {
    const one = right(page(200, body, O.none, wire));
    if (one === 'smaller') throw new Error('it is no page');
    return one;
  };

  it('is a page and where to go on', () => {
    expect(right(page(200, '{"data":[{"id":"a","name":"A","tax":1}],"nextCursor":"n"}'))).toEqual({
      transactions: [{ id: 'a', name: 'A', tax: 1 }],
      next: O.some('n'),
    });
  });

  it.each(['{"data":[],"nextCursor":null}', '{"data":[]}', '{"data":[],"nextCursor":""}'])(
    '%s is the last page',
    (body) => {
      expect(read(body).next).toEqual(O.none);
    },
  );

  it.each(['', '{}', '[]', '{"data":[{"id":"a"}'])('%s is unclear as a whole', (body) => {
    expect(left(page(200, body))._tag).toBe('Unclear');
  });

  it.each([
    ['{"data":[{"name":"A"}],"nextCursor":null}', 'its rows have no id. Set service.wire.names to { "id": … }'],
    ['{"data":[{"_id":"A"}],"nextCursor":null}', 'Set service.wire.names to { "id": "_id" }'],
    ['{"data":[],"nextCursor":{}}', 'its nextCursor is no cursor'],
    ['{"data":[],"nextCursor":[5]}', 'its nextCursor is no cursor'],
    ['{"data":[],"nextCursor":{"next":"n"}}', 'such as "nextCursor.next"'],
    ['{"data":[],"nextCursor":"https://a.example.com/?page=2"}', 'its nextCursor is no cursor'],
  ])('%s is of another shape, and the setting is named', (body, what) => {
    const failure = left(page(200, body));
    expect(failure._tag).toBe('Misdirected');
    expect('message' in failure && failure.message).toContain(what);
  });

  it.each([
    ['', 'that is not JSON'],
    ['{}', `of another shape (data: expected an array). ${otherList}`],
    ['[]', `of another shape (data: expected an array: it is an array). ${otherList}`],
    ['{"items":[]}', `of another shape (data: expected an array: the rows seem to stand in items). ${otherList}`],
  ])('%s says what is wrong', (body, problem) => {
    const message = `the Tax Nexus Service returned a list ${problem}`;
    expect(left(page(200, body))).toEqual({ _tag: 'Unclear', message });
  });

  it.each([
    ['{"data":[],"next_cursor":"n"}', 'next_cursor'],
    ['{"data":[{"id":"a"}],"pagination":{"next":"n","hasMore":true}}', 'pagination.next'],
    ['{"data":[{"id":"a"}],"meta":{"nextPageToken":"n"}}', 'meta.nextPageToken'],
    ['{"data":[{"id":"a"}],"pagination":{"page":1,"total_pages":3}}', 'pagination.total_pages'],
    ['{"data":[{"id":"a"}],"hasMore":true}', 'hasMore'],
    ['{"data":[{"id":"a"},{"id":"b"},{"id":"c"}]}', 'service.wire.nextCursor'],
  ])('%s has a next page that is not named as it should be: the setting is named', (body, what) => {
    const failure = left(page(200, body));
    expect(failure._tag).toBe('Misdirected');
    expect('message' in failure ? failure.message : '').toContain(what);
    expect('message' in failure ? failure.message : '').toContain('Set service.wire.nextCursor');
  });

  it.each([
    '{"data":[{"id":"a"}],"next_cursor":null}',
    '{"data":[{"id":"a"}],"hasMore":false}',
    '{"data":[{"id":"a"}],"pagination":{"next":null,"total":1,"pages":1}}',
    '{"data":[{"id":"a"},{"id":"b"}],"meta":{"count":2}}',
  ])('%s is the last page, and needs no setting', (body) => {
    expect(read(body).next).toEqual(O.none);
  });

  it('may name the next page by a number, or as service.wire.nextCursor says', () => {
    expect(read('{"data":[],"nextCursor":5}').next).toEqual(O.some('5'));
    expect(read('{"data":[],"pagination":{"next":"n"}}', { nextCursor: 'pagination.next' }).next).toEqual(O.some('n'));
  });

  it('passes over rows without an id, and counts them', () => {
    expect(read('{"data":[{"id":"a"},{"name":"B"}],"nextCursor":null}')).toEqual({
      transactions: [{ id: 'a', name: null }],
      next: O.none,
      withoutId: 1,
    });
  });

  it.each(['{"data":[],"error":"time-out"}', '{"data":[{"id":"a"}],"partial":true}', '{"data":[],"success":false}'])(
    '%s is no page: what it lacks would be sent again',
    (body) => {
      expect(left(page(200, body))).toEqual({
        _tag: 'Unclear',
        message: 'the Tax Nexus Service returned a list with an error in it',
      });
    },
  );

  it('is asked for in smaller pages where the service refuses the limit', () => {
    expect(right(page(400, '{"issues":[{"path":["limit"]}]}'))).toBe('smaller');
    expect(left(page(400, '{"message":"limit"}', O.some('c')))._tag).toBe('CursorRefused');
  });

  it('says what it refused: its own cursor, or anything else than success', () => {
    expect(left(page(400, '', O.some('c')))).toEqual({
      _tag: 'CursorRefused',
      message: 'the Tax Nexus Service refused its own cursor (400)',
    });
    expect(left(page(100, ''))).toMatchObject({ message: 'the Tax Nexus Service answered 100 to its list' });
  });

  it.each([400, 404, 409, 410, 412, 422])('%i to a cursor means that the cursor is gone', (status) => {
    expect(left(page(status, '', O.some('c')))._tag).toBe('CursorRefused');
    expect(left(page(status, ''))._tag).toBe('Misdirected');
  });
});
