import type { Dialect, ExistsBody, UnknownAnswer } from './dialect.ts';
import type { Json } from './json.ts';
import type { Issue } from './read-body.ts';

/** What a service answers. */
export interface DialectReply {
  readonly status: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const json = { 'content-type': 'application/json' };
const html = { 'content-type': 'text/html' };

export const jsonReply = (status: number, value: unknown): DialectReply => ({
  status,
  text: JSON.stringify(value),
  headers: json,
});

export const htmlReply = (status: number): DialectReply => ({
  status,
  text: '<!DOCTYPE html><html><body><h1>It works!</h1></body></html>',
  headers: html,
});

/** The answer to a read of an id that is not there: some services have no status for it. */
export const unknownReply = (answer: UnknownAnswer): DialectReply => {
  switch (answer) {
    case '404':
      return jsonReply(404, { code: 'not_found', message: 'No transaction has this id.' });
    case 'null data':
      return jsonReply(200, { data: null });
    case 'empty data':
      return jsonReply(200, { data: [] });
    case 'empty object':
      return jsonReply(200, {});
  }
};

/** The answer to a body that was stored. */
export const successReply = ({ success }: Dialect, sent: string, shown: Json): DialectReply => {
  const { status, body, isWrapped } = success;
  const wrapped = (value: unknown): DialectReply => jsonReply(status, isWrapped ? { data: value } : value);
  if (status === 204) return { status, text: '' };
  switch (body) {
    case 'stored':
      return wrapped(shown);
    case 'as sent':
      return isWrapped ? { status, text: `{"data":${sent}}`, headers: json } : { status, text: sent, headers: json };
    case 'id':
      return wrapped({ id: shown['id'] });
    case 'success flag':
      return wrapped({ success: true });
    case 'null':
      return jsonReply(status, null);
    case 'empty':
      return { status, text: '' };
    case 'HTML':
      return htmlReply(status);
  }
};

/** The answer to a body whose id or name is taken. */
export const existsReply = (body: ExistsBody, taken: 'id' | 'name', there: Json): DialectReply => {
  switch (body) {
    case 'issues':
      return jsonReply(409, {
        code: 'already_exists',
        message: `A transaction with this ${taken} exists.`,
        issues: [{ path: taken, message: 'belongs to a transaction that exists' }],
      });
    case 'empty':
      return { status: 409, text: '' };
    case 'HTML':
      return htmlReply(409);
    case 'text':
      return { status: 409, text: 'Conflict', headers: { 'content-type': 'text/plain' } };
    case 'stored':
      return jsonReply(409, there);
    case 'wrapped':
      return jsonReply(409, { data: there });
    case 'id':
      return jsonReply(409, { id: there['id'] });
    case 'list of errors':
      return jsonReply(409, { errors: [{ status: '409', title: 'duplicate', source: { pointer: `/${taken}` } }] });
    case 'null':
      return jsonReply(409, null);
  }
};

const pathIn = (path: string, form: Dialect['refusal']['form']): unknown => {
  if (form === 'paths in parts') return path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  return form === 'brackets' ? path.replace(/\.(\d+)(?=\.|$)/g, '[$1]') : path;
};

/** The answer to a body that is refused. */
export const refusalReply = ({ refusal }: Dialect, issues: readonly Issue[]): DialectReply => {
  const { status, form } = refusal;
  const code = 'invalid_transaction';
  if (form === 'code alone') return jsonReply(status, { code });
  const shown = issues.map(({ path, message }) => ({ path: pathIn(path, form), message }));
  return jsonReply(status, { code, message: 'The body is not a transaction.', issues: shown });
};
