import * as E from 'fp-ts/lib/Either.js';
import type { Window } from '../../../src/mapping/source-connector.ts';
import type { Shop } from '../account.ts';
import type { BulkPosition } from './bulk-position.ts';
import { lookAgain } from './look-again.ts';
import type { Start } from './operations-ahead.ts';
import type { BulkPorts, Step } from './ports.ts';
import { startOperation } from './start-operation.ts';
import { goOnFrom, inPages } from './ways-on.ts';

/** Starts the operation of a window, and those of the next ones; hands out its name, so that a crash does not start it twice. */
export const beginWindow = async (ports: BulkPorts, shop: Shop, window: Window, position: BulkPosition): Step => {
  const { ask, ahead, clock } = ports;
  const start: Start = (one, isFirst) => startOperation(ask, shop.access)(one, clock.now(), isFirst);
  const started = await ahead.open(start, window, position.failures === 0);
  if (E.isLeft(started)) return started;
  switch (started.right._tag) {
    case 'Busy':
      return lookAgain(ports, window, position);
    case 'Refused':
      return inPages(window);
    case 'Started': {
      const { operation } = started.right;
      await ahead.openFollowing(start, window, clock.now());
      return goOnFrom({ ...position, operation, since: 0, looks: 0 });
    }
  }
};
