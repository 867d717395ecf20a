import * as E from 'fp-ts/lib/Either.js';
import type { HttpAnswer, HttpRequest, NoAnswer, Transport } from '../../../../src/service/request.ts';
import type { Faults } from '../../faults/faults.ts';
import type { Dice } from '../../kernel/dice.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Life } from '../../kernel/life.ts';
import { overTheWire } from '../wire.ts';
import { beginning, type Setting } from '../setting.ts';
import type { RequestLog } from './request-log.ts';
import { refusesNothing } from './dialect-for.ts';
import { findFaults, listFaults, pushFaults, type ServiceFault, withoutLies } from './service-faults.ts';
import type { Service } from './service.ts';
import { answerOf, type Question, spoiltReply } from './spoilt-reply.ts';

export interface ServiceNetwork {
  readonly kernel: Kernel;
  readonly dice: Dice;
  readonly faults: Faults;
  readonly service: Service;
  readonly log: RequestLog;
  readonly setting: Pick<Setting, 'outage' | 'troubleLasts'>;
}

/** The client's own timeout, in milliseconds. */
const timeLimit = 30_000;

const questionOf = (request: HttpRequest): Question => {
  if (request.method === 'POST') return { method: 'push', about: request.body };
  const { pathname, searchParams } = new URL(request.url);
  const [, id] = /\/transactions\/(.+)$/.exec(pathname) ?? [];
  return id === undefined
    ? { method: 'list', about: searchParams.get('cursor') }
    : { method: 'find', about: decodeURIComponent(id) };
};

const faultAt = ({ faults, service }: ServiceNetwork, { method }: Question): ServiceFault | undefined => {
  switch (method) {
    case 'push':
      return faults.at('push', withoutLies(pushFaults, service.dialect));
    case 'find':
      return faults.at('find', withoutLies(findFaults, service.dialect));
    case 'list':
      return faults.at('list', listFaults);
  }
};

const isDown = ({ outage, troubleLasts }: ServiceNetwork['setting'], now: number): boolean => {
  const at = now - beginning;
  return outage !== null && at >= outage.from && at < Math.min(outage.until, troubleLasts);
};

/** Whole seconds are the only pause that counts; anything else asks for nothing. */
const pauseIn = (retryAfter: string | undefined): number | null =>
  retryAfter !== undefined && /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : null;

/** The way of one process to the service, in place of got: the requests, the answers and the codecs are the real ones. */
export const serviceTransport =
  (network: ServiceNetwork, life: Life): Transport =>
  async (request) => {
    const { kernel, dice, service, log, setting } = network;
    const question = questionOf(request);
    const fault = isDown(setting, kernel.now()) ? '500 before' : faultAt(network, question);
    const label = fault === undefined ? question.method : `${question.method} (${fault})`;
    const [there, back] = [dice.int(5, 60), dice.int(5, 60)];
    log.noteRequest({ at: kernel.now(), by: life.name, method: request.method });
    if (fault === 'replayed by the network') {
      kernel.after(there + dice.int(1, 30_000), null, `replayed ${label}`, () => void answerOf(service, question));
    }
    const isLate = fault === 'no answer in time';
    // What arrives after its client has given it up is there twice where nothing is refused.
    const longest = refusesNothing(service.dialect) ? timeLimit : 2 * timeLimit;
    const reply = await overTheWire(kernel, life, {
      label,
      there: isLate ? dice.int(5, longest) : there,
      back: isLate ? timeLimit : back,
      act: () => spoiltReply(service, dice, question, fault),
    });
    if (reply === null) return E.left<NoAnswer, HttpAnswer>({ code: isLate ? 'ETIMEDOUT' : 'ECONNRESET' });
    const pause = pauseIn(reply.retryAfter);
    if (pause !== null) log.notePause({ by: life.name, from: kernel.now(), until: kernel.now() + pause });
    return E.right<NoAnswer, HttpAnswer>({ status: reply.status, retryAfter: reply.retryAfter, body: reply.text });
  };
