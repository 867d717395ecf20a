import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { parseServiceFacts, type ServiceFacts } from '../../../src/domain/tax-service.ts';
import type { HttpAnswer, HttpRequest, NoAnswer } from '../../../src/service/request.ts';
import { isJson, type Json, parseJson, withValueAt } from '../../support/dialects/json.ts';
import type { Mutant } from './mutant.ts';

/** A client that takes an answer of the service for another one. */
const hearing = (change: (request: HttpRequest, answer: HttpAnswer) => HttpAnswer): Mutant['alter'] => ({
  transport: (send) => async (request) => {
    const answer = await send(request);
    return E.isLeft(answer) ? answer : E.right<NoAnswer, HttpAnswer>(change(request, answer.right));
  },
});

const isList = ({ url }: HttpRequest): boolean => url.includes('/transactions?');
const isSuccess = ({ status }: HttpAnswer): boolean => status >= 200 && status < 300;

/** Something done to every transaction that an answer shows. */
const inTransactions = (body: string, change: (transaction: Json, index: number) => Json): string => {
  const json = parseJson(body);
  if (json === undefined) return body;
  const { data } = json;
  if (Array.isArray(data)) return JSON.stringify({ ...json, data: data.filter(isJson).map(change) });
  return JSON.stringify(isJson(data) ? { ...json, data: change(data, 0) } : change(json, 0));
};

/** A comparison that does not look at some field. */
const blindTo = (...paths: readonly string[]): Mutant['alter'] =>
  hearing((_, answer) => ({
    ...answer,
    body: inTransactions(answer.body, (shown) =>
      paths.reduce(
        (json, path) =>
          path.includes('.') && !isJson(json['shipToAddress']) ? json : withValueAt(json, path, undefined),
        shown,
      ),
    ),
  }));

const ofList = (change: (answer: HttpAnswer) => HttpAnswer): Mutant['alter'] =>
  hearing((request, answer) => (isList(request) && isSuccess(answer) ? change(answer) : answer));

/** A process that believes something else about the service than it found out. */
const believing = (facts: (known: ServiceFacts | null) => ServiceFacts | null): Mutant['alter'] => ({
  store: (book) => ({
    ...book,
    serviceFacts: (service) =>
      TE.map((json: O.Option<string>) => {
        const believed = facts(O.toNullable(O.chain(parseServiceFacts)(json)));
        return believed === null ? O.none : O.some(JSON.stringify(believed));
      })(book.serviceFacts(service)),
  }),
});

const ourIds: ServiceFacts = {
  identity: 'client',
  list: 'prompt',
  listShows: null,
  normalized: [],
  changed: [],
  first: { id: '', remoteId: '' },
  refusesEqualNames: null,
  single: null,
};

/** Mistakes about a service that is not like the sandbox. */
export const dialectMutants: readonly Mutant[] = [
  {
    name: 'a success without a transaction in its body is pushed again',
    alter: {
      transport: (send) => async (request) => {
        const answer = await send(request);
        const isBare =
          request.method === 'POST' &&
          E.isRight(answer) &&
          isSuccess(answer.right) &&
          !answer.right.body.trim().startsWith('<') &&
          parseJson(answer.right.body)?.['id'] === undefined;
        return isBare ? send(request) : answer;
      },
    },
    foundBy: ['sent again', 'doubled'],
  },
  {
    name: 'a web page is a success',
    alter: hearing(({ method }, answer) =>
      method === 'POST' && isSuccess(answer) && answer.body.trim().startsWith('<') ? { ...answer, body: '' } : answer,
    ),
    foundBy: ['false success', 'lost'],
  },
  { name: 'a comparison is blind to a cent', alter: blindTo('total'), foundBy: ['silent difference'] },
  { name: 'a comparison is blind to the state', alter: blindTo('shipToAddress.state'), foundBy: ['silent difference'] },
  { name: 'a comparison is blind to the day', alter: blindTo('transactedAt'), foundBy: ['silent difference'] },
  { name: 'a comparison is blind to a resale', alter: blindTo('purpose'), foundBy: ['silent difference'] },
  {
    name: 'names in the list are not looked at',
    alter: ofList((answer) => ({
      ...answer,
      body: inTransactions(answer.body, (shown, index) => ({
        ...shown,
        name: `Unknown ${index} of ${answer.body.length}`,
      })),
    })),
    foundBy: ['doubled', 'sent again', 'silent difference', 'never settled'],
  },
  {
    name: 'the list is taken for an empty one',
    alter: ofList((answer) => ({ ...answer, body: '{"data":[],"nextCursor":null}' })),
    foundBy: ['doubled', 'sent again', 'silent difference', 'never settled'],
  },
  {
    name: 'a late list is believed for absence',
    alter: believing((known) => (known === null ? null : { ...known, list: 'prompt' })),
    foundBy: ['doubled'],
  },
  {
    name: 'it is not found out who assigns ids',
    alter: believing((known) => (known === null ? ourIds : { ...known, identity: 'client' })),
    foundBy: ['doubled', 'sent again'],
  },
];
