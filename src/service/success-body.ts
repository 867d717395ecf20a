/**
 * Reads the body of a success. The status alone proves nothing: some services answer 200 with an error in the body, and a
 * sale that we wrongly take for stored is missing for good.
 */
import { digestOf, isRecord } from '../domain/fields.ts';
import * as O from 'fp-ts/lib/Option.js';
import type { StoredTransaction, OtherBody } from '../domain/tax-service.ts';

/** Whether a body shows anything of a transaction. A service may leave out the id. */
export const showsTransaction = (shown: StoredTransaction): boolean =>
  ['total', 'lineItems', 'transactedAt', 'shipToAddress', 'taxCollected'].some((field) => field in shown) ||
  shown.name != null;

/** Whether the body of a success says that it failed: `{"error": …}`, `{"success": false}` and their like. */
export const saysError = (body: O.Option<unknown>): boolean => {
  if (O.isNone(body)) return false;
  const { value } = body;
  return says(value) || (isRecord(value) && (says(value['data']) || says(value['result'])));
};

/** What a success shows instead of the transaction. Pure. */
export const otherBodyOf = (text: string, body: O.Option<unknown>): OtherBody => {
  if (text.trim() === '' || (O.isSome(body) && body.value === null)) return { form: '', isPlain: true };
  if (O.isNone(body)) return { form: 'text', isPlain: /^\s*"?(ok|success|accepted|created)\b/i.test(text) };
  return { form: formOf(body.value), isPlain: isInWords(body.value) };
};

const errorNames = /^(errors?|exceptions?|faults?|failures?|error_?(message|code|description)s?|rejected)$/i;
const successNames = /^(success|succeeded|successful|ok|accepted|created|stored|saved)$/i;

const failedStates = /^(err|error|errors|fail|failed|failure|rejected|refused|invalid|denied)$/i;
const states = ['status', 'state', 'result', 'type', 'outcome'];

const says = (json: unknown): boolean =>
  isRecord(json) &&
  (Object.entries(json).some(
    ([name, value]) =>
      (errorNames.test(name) && isSaid(value)) ||
      (successNames.test(name) && (value === false || value === 'false' || value === 0)),
  ) ||
    states.some((name) => typeof json[name] === 'string' && failedStates.test(json[name])) ||
    [json['status'], json['statusCode'], json['code']].some(
      (code) => typeof code === 'number' && code >= 400 && code < 600,
    ));

const isSaid = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== false &&
  value !== '' &&
  value !== 0 &&
  !(Array.isArray(value) && value.length === 0) &&
  !(isRecord(value) && Object.keys(value).length === 0);

const formOf = (json: unknown): string => {
  if (Array.isArray(json)) return '[]';
  if (!isRecord(json)) return typeof json;
  const inner = isRecord(json['data']) ? `data: ${formOf(json['data'])}` : '';
  return digestOf(`${Object.keys(json).sort().join(' ')} ${inner}`);
};

const goodStates =
  /^(ok|okay|success|succeeded|successful|accepted|created|stored|saved|done|queued|pending|processing|received)$/i;

/** `{"success": true}`, `{"status": "accepted"}` and their like, alone or in `data`. */
const isInWords = (json: unknown): boolean =>
  isRecord(json) &&
  (Object.entries(json).some(
    ([name, value]) => successNames.test(name) && (value === true || value === 'true' || value === 1),
  ) ||
    Object.entries(json).some(([name, value]) => errorNames.test(name) && !isSaid(value)) ||
    [...states, 'code', 'message'].some((name) => typeof json[name] === 'string' && goodStates.test(json[name])) ||
    // A status of 0 is success to some, and failure to others.
    [json['code'], json['errorCode'], json['error_code']].includes(0) ||
    [json['status'], json['statusCode'], json['code']].some(
      (code) => typeof code === 'number' && code >= 200 && code < 300,
    ) ||
    isInWords(json['data']));
