import * as E from 'fp-ts/lib/Either.js';
import type { HttpAnswer, HttpRequest, NoAnswer } from '../../../src/service/request.ts';
import { isJson, type Json, parseJson, textOf } from '../../support/dialects/json.ts';
import type { Mutant } from './mutant.ts';

/** A client that takes an answer for another one, by what it heard before. A process forgets. */
const remembering = (
  make: () => (request: HttpRequest, answer: HttpAnswer) => HttpAnswer,
): NonNullable<Mutant['alter']['transport']> => {
  return (send) => {
    const change = make();
    return async (request) => {
      const answer = await send(request);
      return E.isLeft(answer) ? answer : E.right<NoAnswer, HttpAnswer>(change(request, answer.right));
    };
  };
};

const isPush = ({ method }: HttpRequest): boolean => method === 'POST';
const isSuccess = ({ status }: HttpAnswer): boolean => status >= 200 && status < 300;
const hasError = /"error":|"success":false/;

const rowsIn = (json: Json | undefined): readonly Json[] => {
  const data = json?.['data'];
  return Array.isArray(data) ? data.filter(isJson) : [];
};

/** What a service never showed, or shows no more, and is believed all the same. */
export const unseenMutants: readonly Mutant[] = [
  {
    name: 'one body that a firewall refuses stops all others',
    alter: {
      transport: (send) => {
        let wall: HttpAnswer | undefined;
        return async (request) => {
          if (isPush(request) && wall !== undefined) return E.right<NoAnswer, HttpAnswer>(wall);
          const answer = await send(request);
          if (isPush(request) && E.isRight(answer) && [403, 404].includes(answer.right.status)) wall = answer.right;
          return answer;
        };
      },
    },
    foundBy: ['lost', 'never settled'],
  },
  {
    name: 'a 409 that says "locked" is believed',
    alter: {
      transport: remembering(
        () => (request, answer) =>
          isPush(request) && answer.status === 409 && answer.body.includes('locked')
            ? { ...answer, status: 200, body: '' }
            : answer,
      ),
    },
    foundBy: ['false success', 'lost'],
  },
  {
    name: 'a success with an error in it is one',
    alter: {
      transport: remembering(
        () => (request, answer) =>
          isPush(request) && isSuccess(answer) && hasError.test(answer.body) ? { ...answer, body: '' } : answer,
      ),
    },
    foundBy: ['false success', 'lost'],
  },
  {
    name: 'a field that is not shown counts as it was shown before',
    alter: {
      transport: remembering(() => {
        const known = new Map<string, Json>();
        return (request, answer) => {
          if (request.method === 'POST') {
            const sent = parseJson(request.body) ?? {};
            known.set(textOf(sent['name']), sent);
            return answer;
          }
          const json = parseJson(answer.body);
          if (json === undefined || !Array.isArray(json['data'])) return answer;
          const data = rowsIn(json).map((row) => ({ ...known.get(textOf(row['name'])), ...row }));
          return { ...answer, body: JSON.stringify({ ...json, data }) };
        };
      }),
    },
    worlds: 'months',
    foundBy: ['false proof'],
  },
  {
    name: 'what was shown once is there',
    alter: {
      transport: remembering(() => {
        const known = new Map<string, Json>();
        const alone = new Map<string, HttpAnswer>();
        return (request, answer) => {
          if (isPush(request)) return answer;
          const json = parseJson(answer.body);
          if (!request.url.includes('/transactions?')) {
            if (answer.status === 200) alone.set(request.url, answer);
            return answer.status === 404 ? (alone.get(request.url) ?? answer) : answer;
          }
          if (json === undefined || !Array.isArray(json['data'])) return answer;
          for (const row of rowsIn(json)) known.set(textOf(row['id']), row);
          const isEnd = (json['nextCursor'] ?? null) === null;
          const shown = new Set(rowsIn(json).map(({ id }) => textOf(id)));
          const gone = isEnd ? [...known.values()].filter(({ id }) => !shown.has(textOf(id))) : [];
          return { ...answer, body: JSON.stringify({ ...json, data: [...rowsIn(json), ...gone] }) };
        };
      }),
    },
    worlds: 'months',
    foundBy: ['false proof'],
  },
];
