import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { CursorRefused, PushReply, ServiceFailure, TaxService } from '../../../src/domain/tax-service.ts';
import type { HttpAnswer, NoAnswer } from '../../../src/service/request.ts';
import type { Mutant } from './mutant.ts';

/** A client that takes the answer to a push for something else. */
const replying = (change: (reply: PushReply) => PushReply): Mutant['alter'] => ({
  service: (service) => ({ ...service, push: (body, begin) => async () => change(await service.push(body, begin)()) }),
});

/** A client that sends something else than it was given. */
const sending = (change: (body: string, attempt: number, now: number) => string): Mutant['alter'] => ({
  service: (service, { clock }) => {
    let attempts = 0;
    return {
      ...service,
      push: (body, begin) => {
        attempts += 1;
        return service.push(change(body, attempts, clock.now()), begin);
      },
    };
  },
});

const atOnce = <Failure extends { readonly _tag: string }>(failure: Failure): Failure =>
  failure._tag === 'SlowDown' || 'retryAfterMs' in failure ? { ...failure, retryAfterMs: 0 } : failure;

const impatient = ({ list, find, push }: TaxService, isPushPatient: boolean): TaxService => ({
  list: (cursor) => TE.mapLeft((failure: ServiceFailure | CursorRefused) => atOnce(failure))(list(cursor)),
  find: (id) => TE.mapLeft((failure: ServiceFailure) => atOnce(failure))(find(id)),
  push: (body, begin) => async () => (isPushPatient ? push(body, begin)() : atOnce(await push(body, begin)())),
});

const instead = (from: PushReply['_tag'], to: PushReply): ((reply: PushReply) => PushReply) => {
  return (reply) => (reply._tag === from ? to : reply);
};

const accepted: PushReply = { _tag: 'Accepted', stored: null };
const refused: PushReply = { _tag: 'Refused', message: 'no', fingerprint: '400' };

/** Mistakes in how the service is spoken to, and how its answers are understood. */
export const serviceMutants: readonly Mutant[] = [
  {
    name: 'every attempt has an id of its own',
    alter: sending((body, attempt) => body.replace(/"id":"([^"]*)","lineItems"/, `"id":"$1:${attempt}","lineItems"`)),
    foundBy: ['doubled', 'false success'],
  },
  {
    name: 'the day of the sale is the day of the push',
    alter: sending((body, _, now) =>
      body.replace(/"transactedAt":"[^"]*"/, `"transactedAt":"${new Date(now).toISOString()}"`),
    ),
    foundBy: ['wrong money'],
  },
  {
    name: 'any 200 is a success',
    alter: {
      transport: (send) => async (request) => {
        const answer = await send(request);
        return request.method === 'POST' && E.isRight(answer) && answer.right.status === 200
          ? E.right<NoAnswer, HttpAnswer>({ ...answer.right, body: request.body })
          : answer;
      },
    },
    foundBy: ['false success', 'lost'],
  },
  {
    name: 'what a 409 calls present is not compared',
    alter: replying(instead('Exists', accepted)),
    foundBy: ['silent difference'],
  },
  {
    name: 'no clear answer is a success',
    alter: replying(instead('Unclear', accepted)),
    foundBy: ['false success', 'lost'],
  },
  {
    name: 'no clear answer is a refusal',
    alter: replying(instead('Unclear', refused)),
    foundBy: ['false failure', 'lost'],
  },
  {
    name: 'being put off is a refusal',
    alter: replying(instead('SlowDown', refused)),
    foundBy: ['false failure', 'lost'],
  },
  {
    name: 'a refusal is a success',
    alter: replying(instead('Refused', accepted)),
    foundBy: ['false success'],
  },
  { name: 'Retry-After is ignored', alter: { service: (service) => impatient(service, false) }, foundBy: ['impolite'] },
  {
    name: 'Retry-After is ignored by questions',
    alter: { service: (service) => impatient(service, true) },
    foundBy: ['impolite'],
  },
  {
    name: 'it looks before it pushes, past the pace',
    alter: {
      service: (service) => ({
        ...service,
        push: (body, begin) => async () => {
          await service.find('unknown')();
          return service.push(body, begin)();
        },
      }),
    },
    foundBy: ['impolite'],
  },
  {
    name: 'it is sent as done before it is sent',
    alter: {
      service: (service, { clock }) => ({
        ...service,
        push: (body, begin) => async () => {
          void clock
            .sleep(500)()
            .then(() => service.push(body, begin)());
          return Promise.resolve(accepted);
        },
      }),
    },
    foundBy: ['false success', 'lost'],
  },
  {
    name: 'what could not be sent is printed',
    alter: {
      service: (service, { note }) => ({
        ...service,
        push: (body, begin) => async () => {
          const reply = await service.push(body, begin)();
          if (reply._tag === 'Unclear') note('could not send', body);
          return reply;
        },
      }),
    },
    foundBy: ['personal data seen'],
  },
];
