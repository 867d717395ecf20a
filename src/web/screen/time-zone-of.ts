import { setTimeout as wait } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import type { ScreenPorts } from './screen-ports.ts';

/** Milliseconds that a page waits for a platform to say its time zone. */
const patience = 3_000;

/** The time zone in which a storefront counts its days; null while its platform cannot be asked. */
export const timeZoneOf = async (
  { connectorOf }: Pick<ScreenPorts, 'connectorOf'>,
  name: string,
): Promise<string | null> => {
  const connector = connectorOf(name);
  if (connector === undefined) return null;
  const account = await Promise.race([connector.account(), wait(patience, null, { ref: false })]);
  return account === null || E.isLeft(account) ? null : account.right.timeZone;
};
