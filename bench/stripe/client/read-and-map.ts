import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { saleToTransaction } from '../../../src/mapping/sale-to-transaction.ts';
import type { Cursor, SourceConnector, Window } from '../../../src/mapping/source-connector.ts';
import { systemClock, systemRandom } from '../../../src/app/system-environment.ts';
import { callSource } from '../../../src/pipeline/call-source.ts';
import { right } from '../../right.ts';
import type { Whereabouts } from '../far-side/start.ts';
import { connectorTo, policy } from './connector-to.ts';
import type { Work } from './measure.ts';

const silent = (): void => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };

/** As the pipeline asks: an account that puts off one page is asked again. */
const withRetry = callSource({ clock: systemClock, random: systemRandom, log }, () => false);

const readWindow = async (
  connector: SourceConnector,
  window: Window,
): Promise<readonly [sent: number, excluded: number]> => {
  const toTransaction = saleToTransaction(policy);
  let [sent, excluded] = [0, 0];
  for (let [cursor, isOver]: [O.Option<Cursor>, boolean] = [O.none, false]; !isOver;) {
    const { results, next } = right(await withRetry(connector.readPage(window, cursor)));
    for (const entry of results) {
      if (E.isRight(entry) && E.isRight(toTransaction(entry.right))) sent += 1;
      else excluded += 1;
    }
    [cursor, isOver] = [next, O.isNone(next)];
  }
  return [sent, excluded];
};

/** Every charge of the account joined with what stands behind it and mapped, so many windows side by side; nothing is kept. */
export const readAndMap = async (where: Whereabouts, charges: number, width: number): Promise<Work> => {
  const connector = connectorTo(where);
  const windows = right(await connector.windows(where.range)())[Symbol.iterator]();
  let [sent, excluded] = [0, 0];
  const worker = async (): Promise<void> => {
    for (const window of windows) {
      const [some, others] = await readWindow(connector, window);
      sent += some;
      excluded += others;
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return { charges, result: `${sent} transactions, ${excluded} set excluded` };
};
