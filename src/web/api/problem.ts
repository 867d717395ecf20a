/** The error answers of the HTTP API as RFC 9457 describes them: one code, status and title for each kind of problem. */
import type { OperationFailure, TaxNexusErrorCode } from '../../operations/failure.ts';
import type { BodyError } from '../read-body.ts';

/** Reasons to refuse a request before its operation runs. */
type RequestProblem =
  | 'UNAUTHENTICATED'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'CROSS_SITE'
  | 'MEDIA_TYPE'
  | 'BODY'
  | 'KEY_REUSED';

export type ProblemCode = TaxNexusErrorCode | RequestProblem;

/** The body of an error answer. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: ProblemCode;
  /** What happened and what to do. No personal data, no key. */
  readonly detail: string;
  /** How many matters are open, if the request must confirm their number. */
  readonly open?: number;
}

const kinds: Readonly<Record<ProblemCode, readonly [status: number, title: string]>> = {
  CONFIGURATION: [503, 'The app is not configured'],
  STATE: [503, 'The sync database is not available'],
  STOPPED: [503, 'The app is stopped'],
  RANGE: [422, 'The days cannot be read'],
  INVALID: [422, 'A value cannot be read'],
  UNKNOWN_STOREFRONT: [404, 'No such storefront'],
  UNKNOWN_RUN: [404, 'No such run'],
  UNKNOWN_RECORD: [404, 'No such record'],
  OTHER_ACCOUNT: [409, 'The key is of another account'],
  ACCOUNT: [409, 'Name one account'],
  STOREFRONT_BUSY: [409, 'Another process is at work'],
  RUN_ACTIVE: [409, 'The run is at work'],
  RUN_STATE: [409, 'The run does not allow it'],
  NOT_SUPPORTED: [409, 'The platform does not offer it'],
  SOURCE_FAILED: [502, 'The platform does not answer'],
  SERVICE_FAILED: [502, 'The service does not answer'],
  DELIVERY_REFUSED: [400, 'The delivery cannot be read'],
  DEFECT: [500, 'A bug of tax-nexus-sync'],
  UNAUTHENTICATED: [401, 'Sign in first'],
  FORBIDDEN: [403, 'You may not do this'],
  NOT_FOUND: [404, 'Nothing here'],
  METHOD_NOT_ALLOWED: [405, 'Another method is needed'],
  CROSS_SITE: [403, 'Sent from another page'],
  MEDIA_TYPE: [415, 'Send application/json'],
  BODY: [400, 'The body cannot be read'],
  KEY_REUSED: [422, 'The Idempotency-Key was used for another request'],
};

/** All codes, for the OpenAPI document. */
export const problemCodes = Object.keys(kinds) as readonly ProblemCode[];

const headers = {
  'content-type': 'application/problem+json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

export const problem = (
  code: ProblemCode,
  detail: string,
  more: Readonly<Record<string, string>> = {},
  as: number = kinds[code][0],
  extension: Pick<Problem, 'open'> = {},
): Response => {
  const body: Problem = { type: typeOf(code), title: kinds[code][1], status: as, code, detail, ...extension };
  return new Response(JSON.stringify(body), { status: as, headers: { ...headers, ...more } });
};

export const failed = ({ code, message, open }: OperationFailure): Response => {
  const [status] = kinds[code];
  return problem(
    code,
    message,
    status === 503 ? { 'retry-after': '5' } : {},
    status,
    open === undefined ? {} : { open },
  );
};

const bodyProblems: Readonly<Record<BodyError, readonly [status: number, detail: string]>> = {
  'too large': [413, 'The body has more than 64 kB.'],
  'too slow': [408, 'The body took longer than ten seconds.'],
  evicted: [503, 'There are too many requests. Try again.'],
  'already read': [
    500,
    'Another body parser of the app read the body before. Mount the handler of tax-nexus-sync before it.',
  ],
  aborted: [400, 'The body ended too early.'],
};

/** Closes the connection, because the rest of a body could still arrive. */
export const bodyProblem = (error: BodyError): Response => {
  const [status, detail] = bodyProblems[error];
  return problem('BODY', detail, { connection: 'close' }, status);
};

/** The name of the type: `urn:tax-nexus-sync:problem:unknown-run`. */
const typeOf = (code: ProblemCode): string => `urn:tax-nexus-sync:problem:${code.toLowerCase().replaceAll('_', '-')}`;
