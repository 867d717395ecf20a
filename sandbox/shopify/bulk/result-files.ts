/** The host that keeps the result files of bulk operations, apart from the shop, with ranges, expiry and broken downloads. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../../http/fault.ts';
import { jsonReply } from '../../http/reply.ts';
import { writeReply } from '../../http/serve.ts';

/** The host is not the shop's, and refuses tokens. */
export interface ResultFiles {
  /** Keeps a file, and returns the path at which it can be read. */
  readonly keep: (bytes: Buffer) => string;
  /** Limits the requests that the path still serves. */
  readonly limit: (path: string, requests: number) => void;
  readonly answer: (request: IncomingMessage, response: ServerResponse, fault: Fault | undefined) => Promise<void>;
}

interface Kept {
  readonly bytes: Buffer;
  left: number;
}

export const resultFiles = (): ResultFiles => {
  const files = new Map<string, Kept>();
  let made = 0;
  return {
    keep: (bytes) => {
      made += 1;
      const path = `/bulk-results/${made}?signature=sandbox-${made}`;
      files.set(path, { bytes, left: Infinity });
      return path;
    },
    limit: (path, requests) => {
      const file = files.get(path);
      if (file !== undefined) file.left = requests;
    },
    answer: async ({ url = '', headers }, response, fault) => {
      if (fault?.kind === 'delay') await sleep(fault.milliseconds);
      if (fault?.kind === 'drop') {
        response.destroy();
        return;
      }
      const file = files.get(url);
      const status = fault?.kind === 'status' ? fault.status : undefined;
      const hasToken = headers['x-shopify-access-token'] !== undefined || headers.authorization !== undefined;
      if (status !== undefined) writeReply(response, jsonReply(status, { error: 'A fault that was asked for.' }));
      else if (hasToken) writeReply(response, jsonReply(400, { error: 'A token has no business here.' }));
      else if (file === undefined || file.left <= 0) writeReply(response, jsonReply(400, { error: 'ExpiredToken' }));
      else {
        file.left -= 1;
        writePart(response, headers.range, file.bytes, fault?.kind === 'half');
      }
    },
  };
};

const writePart = (response: ServerResponse, range: string | undefined, bytes: Buffer, isHalf: boolean): void => {
  const wanted = bytesIn(range, bytes.length);
  const [start, end] = wanted ?? [0, bytes.length];
  if (start >= end) {
    writeReply(response, jsonReply(416, { error: 'InvalidRange' }));
    return;
  }
  const part = bytes.subarray(start, end);
  response.writeHead(wanted === undefined ? 200 : 206, {
    'content-type': 'application/jsonl',
    'content-length': part.length,
    ...(wanted !== undefined && { 'content-range': `bytes ${start}-${end - 1}/${bytes.length}` }),
  });
  if (!isHalf) response.end(part);
  else response.write(part.subarray(0, Math.floor(part.length / 2)), () => response.destroy());
};

const bytesIn = (range: string | undefined, size: number): readonly [number, number] | undefined => {
  const match = /^bytes=(\d+)-(\d+)?$/.exec(range ?? '');
  if (match === null) return undefined;
  return [Number(match[1]), Math.min(size, Number(match[2] ?? size - 1) + 1)];
};
