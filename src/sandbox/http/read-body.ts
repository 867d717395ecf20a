import type { IncomingMessage } from 'node:http';

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
