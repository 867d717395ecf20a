import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import type { Transport } from '../../../src/service/request.ts';
import type { Tools } from '../../sim/app/alterations.ts';
import { unseenMutants } from '../../sim/mutants/unseen-mutants.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { drawService, withRefusals } from '../a-drawn-service.ts';
import { untruths } from '../what-is-reported.ts';

/** Worlds in which a bug has to be noticed. */
const most = 40;

/** The bugs of classes 1 to 5, and of 7: who gets no answer sends the same at once. */
const bugs: readonly (readonly [string, (send: Transport) => Transport])[] = [
  ...unseenMutants.flatMap(({ name, alter: { transport } }) =>
    transport === undefined ? [] : [[name, (send: Transport) => transport(send, {} as Tools)] as const],
  ),
  [
    'a push without an answer is made again at once',
    (send) => async (request) => {
      const answer = await send(request);
      return request.method === 'POST' && E.isLeft(answer) ? send(request) : answer;
    },
  ],
];

describe('a bug that is planted, in drawn services with webhooks, proofs and tie-outs', () => {
  it.each(bugs)(
    'is noticed: %s',
    async (_, alter) => {
      const found: string[] = [];
      for (let seed = 5_000; seed < 5_000 + most && found.length === 0; seed += 1) {
        const random = seededRandom(seed);
        const drawn = drawService(random);
        for (const world of [withRefusals(drawn, random), drawn]) found.push(...(await untruths(world, { alter })));
      }
      expect(found).not.toStrictEqual([]);
    },
    600_000,
  );
});
