import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { parseServiceFacts } from '../../../src/domain/tax-service.ts';
import { right } from '../../support/right.ts';
import { someFacts } from '../../support/some-facts.ts';
import type { Opened } from './opened.ts';

const at = '2026-04-01T00:00:00Z';

export const itKeepsServiceFacts = ({ store }: Opened): void => {
  describe('as a keeper of what is known of a service', () => {
    const read = async (service: string): Promise<O.Option<string>> => right(await store().serviceFacts(service)());
    const save = async (service: string, facts: string, when = at): Promise<void> => {
      right(await store().saveServiceFacts(service, facts, when)());
    };

    it('knows nothing of a service at first', async () => {
      expect(await read('a')).toStrictEqual(O.none);
      expect(await read('')).toStrictEqual(O.none);
    });

    it('gives back what was saved, to the letter', async () => {
      const facts = someFacts({ identity: 'service', list: 'late', normalized: ['name', 'shipToAddress.zip'] });
      await save('a', JSON.stringify(facts));
      expect(O.chain(parseServiceFacts)(await read('a'))).toStrictEqual(O.some(facts));
    });

    it('keeps services apart, that of no name as well', async () => {
      for (const service of ['', 'a', 'A']) await save(service, `of ${service}`);
      expect([await read(''), await read('a'), await read('A'), await read('b')]).toStrictEqual([
        O.some('of '),
        O.some('of a'),
        O.some('of A'),
        O.none,
      ]);
    });

    it('takes newer facts in the place of the older ones', async () => {
      await save('a', 'first');
      await save('a', 'second', '2026-04-02T00:00:00Z');
      expect(await read('a')).toStrictEqual(O.some('second'));
    });
  });
};
