import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerWithFaults } from '../http/answer-with-faults.ts';
import { faultPlan } from '../http/fault-plan.ts';
import type { FaultRule } from '../http/fault.ts';
import { listen } from '../http/listen.ts';
import { readBody } from '../http/read-body.ts';
import type { Reply } from '../http/reply.ts';
import { writeReply } from '../http/write-reply.ts';
import { seededRandom } from '../seeded-random.ts';
import { apiKeyOf } from './api-key-of.ts';
import { foreignTransaction } from './foreign-transaction.ts';
import { type JournalEntry, openJournal } from './journal.ts';
import { listTransactions } from './list-transactions.ts';
import { pushTransaction } from './push-transaction.ts';
import { type RateLimit, rateLimitGate } from './rate-limit.ts';
import { refusal } from './refusal.ts';
import { type Route, routeOf } from './route.ts';
import { type Stored, transactionStore } from './transaction-store.ts';

/** What a stand-in service is like; all of it has a default. */
export interface TaxServiceOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Each key sees only what was pushed with it. Default `['sandbox-key']`. */
  readonly apiKeys?: readonly string[];
  /** Default none: as fast as it goes. */
  readonly rateLimit?: RateLimit;
  /** Faults from the start; operations are `list`, `find`, `push` and `any`. */
  readonly faults?: readonly FaultRule[];
  /** Seeds the faults that strike by chance. Default 1. */
  readonly seed?: number;
  /** Makes inserts durable, and is read on start. Default: in memory only. */
  readonly journalFile?: string;
  /** Milliseconds since 1970. Default: the machine's clock. */
  readonly now?: () => number;
}

/** A stand-in for the Tax Nexus Service that is running. */
export interface TaxServiceStandIn {
  /** What a client takes as its base address, `http://127.0.0.1:4010`. */
  readonly origin: string;
  readonly stop: () => Promise<void>;
  /** Every insert since the journal began, oldest first. */
  readonly journal: () => readonly JournalEntry[];
  /** How many requests were answered, by operation and status: `{ "push 200": 12 }`. A cut connection counts as sent. */
  readonly answers: () => Readonly<Record<string, number>>;
  /** Replaces the rules; skips and times are counted from now on. */
  readonly setFaults: (rules: readonly FaultRule[]) => void;
}

const longestBody = 4 * 1024 * 1024;

/**
 * Starts a stand-in Tax Nexus Service on the loopback address, with the whole interface as we know it,
 * strict where a real one may be lenient: what it accepts is right to the cent.
 *
 * @example
 * const service = await startTaxService({ port: 4010, apiKeys: ['sandbox-key'] });
 */
export const startTaxService = async (options: TaxServiceOptions = {}): Promise<TaxServiceStandIn> => {
  const { apiKeys = ['sandbox-key'], seed = 1, now = Date.now, rateLimit } = options;
  const journal = openJournal(options.journalFile);
  const lanes = apiKeys.map(() => ({
    store: transactionStore(),
    gate: rateLimit === undefined ? () => 0 : rateLimitGate(rateLimit),
  }));
  for (const entry of journal.entries) lanes[entry.key]?.store.add(entry);
  const answers: Record<string, number> = {};
  let faultFor = faultPlan(options.faults ?? [], seededRandom(seed));

  const insert = (key: number) => (transaction: Stored) => {
    const { id, name, text } = transaction;
    journal.add({ key, id, name, text });
    lanes[key]?.store.add({ id, name, text });
  };

  const act = async (request: IncomingMessage, route: Route, key: number, isForeign: boolean): Promise<Reply> => {
    const client = lanes[key];
    if (client === undefined) return refusal(401, 'unauthorized', 'The API key is not known.');
    const wait = client.gate(now());
    if (wait > 0) {
      return refusal(429, 'rate_limited', 'Too many requests.', [], { 'retry-after': String(Math.ceil(wait / 1000)) });
    }
    switch (route.operation) {
      case 'list':
        return listTransactions(client.store, route.query);
      case 'find': {
        const found = client.store.find(route.id);
        return found === undefined
          ? refusal(404, 'not_found', 'No transaction has this id.')
          : { status: 200, text: found.text };
      }
      case 'push': {
        const text = await readBody(request, longestBody);
        if (text === undefined) return refusal(413, 'too_large', 'The body is too large.');
        const foreign = isForeign ? foreignTransaction(text) : undefined;
        if (foreign !== undefined && client.store.find(foreign.id) === undefined) client.store.add(foreign);
        return pushTransaction(client.store, insert(key), text);
      }
      case 'wrong method':
        return refusal(405, 'method_not_allowed', 'Only GET and POST of transactions exist.');
      case 'unknown':
        return refusal(404, 'no_such_endpoint', 'Only /transactions and /transactions/{id} exist.');
    }
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const route = routeOf(request.method ?? 'GET', request.url ?? '/');
    const key = apiKeyOf(apiKeys, request.headers.authorization);
    const fault = faultFor(route.operation);
    response.once('close', () => {
      const answered = `${route.operation} ${response.headersSent ? response.statusCode : 'cut'}`;
      answers[answered] = (answers[answered] ?? 0) + 1;
    });
    await answerWithFaults(response, fault, () => act(request, route, key, fault?.kind === 'foreign'));
  };

  const { origin, stop } = await listen(options.port ?? 0, (request, response) => {
    answer(request, response).catch(() => {
      if (!response.headersSent) writeReply(response, refusal(500, 'internal', 'The stand-in failed.'));
      response.destroy();
    });
  });
  return {
    origin,
    stop: async () => {
      await stop();
      journal.close();
    },
    journal: () => journal.entries,
    answers: () => ({ ...answers }),
    setFaults: (rules) => {
      faultFor = faultPlan(rules, seededRandom(seed));
    },
  };
};
