/** What the sandbox's servers share: listening on this machine, reading bodies, and answering with planned faults. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Reply, jsonReply } from './reply.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../seeded-random.ts';
import { type Fault, type FaultPlan, faultPlan, type FaultRule } from './fault.ts';

/** A server of the sandbox, reachable from this machine only. */
interface Listening {
  /** `http://127.0.0.1:4010` */
  readonly origin: string;
  /** Ends open connections too, so that nothing keeps the process alive. */
  readonly stop: () => Promise<void>;
}

/**
 * Listens on the loopback address. Port 0 takes any free one. Rejects when the port is taken.
 *
 * @param failure the reply when answering fails; without it, the connection is cut
 */
export const listen = (
  port: number,
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  failure?: Reply,
): Promise<Listening> => {
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    answer(request, response).catch(() => {
      if (failure !== undefined && !response.headersSent) writeReply(response, failure);
      response.destroy();
    });
  });
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      const address = server.address();
      const taken = typeof address === 'object' && address !== null ? address.port : port;
      resolve({ origin: `http://127.0.0.1:${taken}`, stop });
    });
  });
};

/** The whole body as text, or undefined when it is longer than `most` bytes. Rejects when the caller hangs up. */
export const readBody = (request: IncomingMessage, most: number): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= most) chunks.push(chunk);
    });
    request.on('end', () => {
      resolve(size > most ? undefined : Buffer.concat(chunks).toString('utf8'));
    });
    request.on('error', reject);
  });

export const writeReply = (response: ServerResponse, { status, text, headers }: Reply): void => {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
};

/** Faults by rules that can be replaced, and a count of the answers. */
interface Traffic {
  readonly faultFor: FaultPlan;
  readonly setFaults: (rules: readonly FaultRule[]) => void;
  readonly count: (operation: string, response: ServerResponse) => void;
  /** By operation and status; a cut connection counts as `cut`. */
  readonly answers: () => Readonly<Record<string, number>>;
}

export const traffic = (rules: readonly FaultRule[], seed: number): Traffic => {
  const answers: Record<string, number> = {};
  let plan = faultPlan(rules, seededRandom(seed));
  return {
    faultFor: (operation) => plan(operation),
    setFaults: (replaced) => {
      plan = faultPlan(replaced, seededRandom(seed));
    },
    count: (operation, response) => {
      response.once('close', () => {
        const answered = `${operation} ${response.headersSent ? response.statusCode : 'cut'}`;
        answers[answered] = (answers[answered] ?? 0) + 1;
      });
    },
    answers: () => ({ ...answers }),
  };
};

const nothingDone = jsonReply(200, { message: 'nothing was done' });

/** Acts and answers, with the fault before or after the act. */
export const answerWithFaults = async (
  response: ServerResponse,
  fault: Fault | undefined,
  act: () => Reply | Promise<Reply>,
): Promise<void> => {
  if (fault === undefined || fault.kind === 'foreign') {
    writeReply(response, await act());
    return;
  }
  if (fault.when === 'before') {
    if (fault.kind === 'delay') await sleep(fault.milliseconds);
    else if (strike(response, fault, nothingDone)) return;
  }
  const reply = await act();
  if (fault.when === 'after') {
    if (fault.kind === 'delay') await sleep(fault.milliseconds);
    else if (strike(response, fault, reply)) return;
  }
  writeReply(response, reply);
};

/** Writes the answer as a fault changes it; false when the fault leaves it unchanged. */
const strike = (response: ServerResponse, fault: Fault, reply: Reply): boolean => {
  switch (fault.kind) {
    case 'status': {
      const headers = fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter };
      const body = { code: 'fault', message: 'A fault that was asked for.', issues: [] };
      writeReply(response, jsonReply(fault.status, body, headers));
      return true;
    }
    case 'drop':
      response.destroy();
      return true;
    case 'half':
      writeHalf(response, reply);
      return true;
    case 'garbage':
      writeReply(response, { status: 200, text: '<html>upstream says hello</html>' });
      return true;
    case 'delay':
    case 'foreign':
      return false;
  }
};

const writeHalf = (response: ServerResponse, { text }: Reply): void => {
  const half = text.slice(0, Math.floor(text.length / 2));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) + 1 });
  response.write(half, () => response.destroy());
};
