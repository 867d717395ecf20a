import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { membersOf } from '../../src/domain/json-members.ts';
import { cases } from '../fuzz/cases.ts';

const anObject = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue());
const spacing = fc.constantFrom('', ' ', '\t', ' \n ');

describe('the members of a JSON object', () => {
  it('are the ones that a parser finds, with any content and spacing', () => {
    fc.assert(
      fc.property(anObject, spacing, spacing, (object, indent, around) => {
        const text = `${around}${JSON.stringify(object, undefined, indent)}${around}`;
        const members = membersOf(text).map(([name, value]): [string, unknown] => [name, JSON.parse(value)]);
        expect(Object.fromEntries(members)).toStrictEqual(JSON.parse(text));
      }),
      { numRuns: cases(2_000) },
    );
  });

  it.each([
    ['a quote within a text', String.raw`{"a":"\"}","b":1}`],
    ['backslashes before the end of a text', String.raw`{"a":"\\\\","b":"\\\""}`],
    ['brackets within a text', '{"a":["]}",{"b":"{["}],"c":null}'],
    ['a name that is written with escapes', String.raw`{"\u0069d":7}`],
    ['a name that is dangerous', '{"__proto__":{"id":1},"id":2}'],
    ['nothing', ' { } '],
  ])('are found next to %s', (_, text) => {
    const members = membersOf(text).map(([name, value]): [string, unknown] => [name, JSON.parse(value)]);
    expect(Object.fromEntries(members)).toStrictEqual(JSON.parse(text));
  });

  it('come twice when they are written twice', () => {
    expect(membersOf('{"id":1,"id":2}')).toStrictEqual([
      ['id', '1'],
      ['id', '2'],
    ]);
  });

  it('are refused when there are more than asked for', () => {
    expect(membersOf('{"a":1,"b":2}', 2)).toHaveLength(2);
    expect(() => membersOf('{"a":1,"b":2,"c":3}', 2)).toThrow(SyntaxError);
  });

  it('keep every digit', () => {
    expect(membersOf('{"id":820982911946154508}')).toStrictEqual([['id', '820982911946154508']]);
  });

  it('are not made of a part of one', () => {
    fc.assert(
      fc.property(anObject, fc.nat(), (object, cut) => {
        const text = JSON.stringify(object);
        expect(() => membersOf(text.slice(0, cut % text.length))).toThrow(SyntaxError);
      }),
      { numRuns: cases(1_000) },
    );
  });

  it.each([
    ['a list', '[1]'],
    ['a text', '"a"'],
    ['two objects', '{}{}'],
    ['a comma at the end', '{"a":1,}'],
    ['no comma', '{"a":1 "b":2}'],
    ['no colon', '{"a" 1}'],
    ['a name without quotes', '{a:1}'],
    ['no value', '{"a":'],
  ])('are not made of %s', (_, text) => {
    expect(() => membersOf(text)).toThrow(SyntaxError);
  });

  it('are found in linear time in any text', () => {
    const most = 4 * 1024 * 1024;
    const texts = [
      `{"a":"${'\\'.repeat(most)}`,
      `{"a":${'['.repeat(most)}`,
      `{"a":"${String.raw`\"`.repeat(most / 2)}`,
    ];
    for (const text of texts) expect(() => membersOf(text)).toThrow(SyntaxError);
  });
});
