import { createServer, type Server } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { listen } from '../../src/cli/listen.ts';

/** A server that the operating system refuses with a code. */
const refusedWith = (code: string): Server => {
  const server = createServer();
  server.listen = () => {
    setImmediate(() => server.emit('error', Object.assign(new Error(`listen ${code}`), { code })));
    return server;
  };
  return server;
};

describe('a server that cannot listen', () => {
  it.each([
    ['EADDRINUSE', 'port 4000 of 127.0.0.1 is taken; choose another one with --port'],
    ['EACCES', 'port 4000 of 127.0.0.1 may not be opened by this user; choose one above 1023 with --port'],
    ['EADDRNOTAVAIL', '127.0.0.1 is not an address of this machine; choose one with --host'],
    ['ENOTFOUND', '127.0.0.1 is not an address of this machine; choose one with --host'],
    [
      'EAFNOSUPPORT',
      '127.0.0.1 is an address of a kind that this machine does not support; choose another one with --host',
    ],
  ])('names the option that is wrong: %s', async (code, words) => {
    expect(await listen(refusedWith(code), 4000, '127.0.0.1')).toStrictEqual(E.left(words));
  });

  it('blames none of its options for what lies with the machine, and names the code', async () => {
    const answer = await listen(refusedWith('EMFILE'), 4000, '127.0.0.1');
    expect(answer).toMatchObject({
      left: expect.stringContaining('could not be opened because of a problem of this machine (EMFILE)'),
    });
    expect(JSON.stringify(answer)).not.toMatch(/--host|--port/);
  });
});
