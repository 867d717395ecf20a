import { describe, expect, it } from '@jest/globals';
import { parseLossless } from '../../../connectors/shopify/records/parse-lossless.ts';
import { parseWebhook } from '../../../connectors/shopify/webhooks/receive-webhook.ts';

describe('the body of a webhook', () => {
  it.each([
    ['a short id', '{"id":5012345678901,"admin_graphql_api_id":"gid://shopify/Order/5012345678901"}'],
    ['the largest number of fifteen digits', '{"id":999999999999999}'],
    ['an id that a float would change', '{"id":820982911946154508}'],
    ['one behind a blank and a line', '{"id": \n 820982911946154508}'],
    ['one in a list', '{"orders_to_redact":[1,820982911946154508]}'],
    ['one below another object', '{"order_edit":{"order_id":820982911946154508}}'],
    ['the first number that a float cannot hold', '{"id":9007199254740993}'],
    ['a negative one', '{"id":-820982911946154508}'],
    ['digits within a text', '{"note":"card: 4242424242424242","id":7}'],
  ])('keeps every digit of %s', (_, text) => {
    expect(parseWebhook(text)).toStrictEqual(parseLossless(text));
  });

  it('throws for what is no JSON, like any parser', () => {
    for (const text of [
      '',
      '{',
      '{"id":820982911946154508',
      '[]',
      '7',
      'null',
      '{"id":1}{"id":2}',
      '{"customer":{"id":}}',
    ]) {
      expect(() => parseWebhook(text)).toThrow(SyntaxError);
    }
  });

  it('is parsed where ids are read, and nowhere else', () => {
    const { customer, line_items: lines, id } = parseWebhook('{"customer":{"id":3},"line_items":[{"id":4}],"id":5}');
    expect({ customer, id }).toStrictEqual({ customer: { id: 3 }, id: 5 });
    expect(typeof lines).toBe('symbol');
  });
});
