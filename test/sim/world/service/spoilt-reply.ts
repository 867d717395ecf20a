import type { Reply } from '../../../../sandbox/http/reply.ts';
import type { Dice } from '../../kernel/dice.ts';
import { isJson, parseJson } from '../../../support/dialects/json.ts';
import type { Service } from './service.ts';
import type { ServiceFault } from './service-faults.ts';

/** What comes back, as far as something does; null when nothing ever does. */
export interface Spoilt {
  readonly status: number;
  readonly text: string;
  readonly retryAfter?: string;
}

export interface Question {
  readonly method: 'push' | 'find' | 'list';
  /** The body, the id, or the cursor. */
  readonly about: string | null;
}

/** A page of a proxy. Any other body of a 2xx is the service's own word that it has stored what it was sent. */
const pages = ['<html>It works!</html>', '<!DOCTYPE html><title>Sign in</title>', ' <HTML></HTML>'] as const;
const nonsense = ['<html>It works!</html>', '{}', '', '{"id":', 'null', '{"data":[]}', '[]'] as const;

/** A proxy returns the response to another request: another transaction of the same service. */
const aboutAnother = (text: string): string => {
  const answer = parseJson(text);
  const inner = answer?.['data'];
  const another = { id: 'another-transaction', name: 'Of another source' };
  if (isJson(inner) && inner['id'] !== undefined) return JSON.stringify({ ...answer, data: { ...inner, ...another } });
  return answer?.['id'] === undefined ? text : JSON.stringify({ ...answer, ...another });
};

/** Performs a request at the service, or does not, and responds as the fault requires. Null: no response. */
export const answerOf = (service: Service, { method, about }: Question): Reply => {
  switch (method) {
    case 'push':
      return service.push(about ?? '');
    case 'find':
      return service.find(about ?? '');
    case 'list':
      return service.list(about);
  }
};

/** Performs a request at the service, or does not, and responds as the fault requires. Null: no response. */
export const spoiltReply = (
  service: Service,
  dice: Dice,
  question: Question,
  fault: ServiceFault | undefined,
): Spoilt | null => {
  const carryOut = (): Reply => answerOf(service, question);
  switch (fault) {
    case undefined:
    case 'replayed by the network':
      return carryOut();
    case 'lost on the way':
      return null;
    case 'no answer in time':
    case 'answer lost':
      carryOut();
      return null;
    case '500 before':
      return { status: dice.pick([500, 502, 504]), text: '' };
    case '500 after':
      carryOut();
      return { status: 500, text: 'Internal Server Error' };
    case '503 with a pause':
      return { status: 503, text: '', retryAfter: String(dice.int(1, 20)) };
    case '429':
      return { status: 429, text: '', ...(dice.chance(0.3) && { retryAfter: dice.pick(['soon', '', '-']) }) };
    case '429 with a pause':
      return { status: 429, text: '', retryAfter: String(dice.pick([1, 2, 5, 30, 90])) };
    case 'garbage before':
      return { status: 200, text: dice.pick(pages) };
    case 'garbage after': {
      const { status, text } = carryOut();
      // A success without a word to it is one all the same: a push that was refused gets a page, or the answer would lie.
      const isStored = status >= 200 && status < 300 && !/"error":|"success":false/.test(text);
      const isTrue = question.method !== 'push' || isStored;
      return { status: 200, text: isTrue ? dice.pick(nonsense) : dice.pick(pages) };
    }
    case 'answer about another': {
      const { status, text } = carryOut();
      return { status, text: aboutAnother(text) };
    }
    case '401':
      return { status: 401, text: '' };
    case 'not there yet':
      return { status: 404, text: '{"code":"not_found"}' };
    case 'cut short': {
      const { status, text } = carryOut();
      return { status, text: text.slice(0, Math.max(1, text.length >> 1)) };
    }
    case 'cursor refused':
      return question.about === null ? carryOut() : { status: dice.pick([400, 410]), text: '' };
    case 'same cursor again': {
      const { status, text } = carryOut();
      const again =
        question.about === null ? text : text.replace(/"nextCursor":.*$/, `"nextCursor":"${question.about}"}`);
      return { status, text: again };
    }
  }
};
