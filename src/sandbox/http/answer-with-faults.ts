import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { jsonReply, type Reply } from './reply.ts';
import { writeReply } from './write-reply.ts';

const writeHalf = (response: ServerResponse, { text }: Reply): void => {
  const half = text.slice(0, Math.floor(text.length / 2));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) + 1 });
  response.write(half, () => response.destroy());
};

/** Writes what a fault makes of an answer; false when the fault leaves it as it is. */
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

const nothingDone = jsonReply(200, { message: 'nothing was done' });

/** Does what was asked and answers, with the fault before or after the deed. */
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
