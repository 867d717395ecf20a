import { describe, expect, it } from '@jest/globals';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as O from 'fp-ts/lib/Option.js';
import { type StorefrontEvent, storefrontsHealth } from '../../src/app/outages.ts';
import { linkedConnector } from '../../src/mapping/connector-link.ts';
import type { SourceConnector } from '../../src/mapping/source-connector.ts';
import { eventually } from '../support/a-plugin.ts';
import { scriptedConnector } from '../support/scripted-connector.ts';

const silent = TE.left({ _tag: 'SourceUnreachable', message: 'no answer', cause: 'no answer' } as const);

/** A storefront whose records were not answered for half a minute, and whose pages are. */
const anOutage = async () => {
  const events: StorefrontEvent[] = [];
  const warnings: string[] = [];
  let now = Date.UTC(2026, 3, 1);
  const note = (): void => undefined;
  const health = storefrontsHealth({
    now: () => now,
    log: { debug: note, info: note, error: note, warn: (message) => void warnings.push(message) },
    onEvent: (event) => void events.push(event),
  });
  const connector: SourceConnector = {
    ...scriptedConnector({ pages: [] }),
    readRecord: () => silent,
    readPage: () => TE.right({ results: [], next: O.none }),
  };
  const observed = linkedConnector(connector, health.link('us-store'));
  await observed.readRecord('1')();
  await observed.readRecord('1')();
  now += 30_000;
  await eventually(() => events.length === 1);
  const anHourLater = async (): Promise<void> => {
    now += 3_700_000;
    // The timer looks each second.
    await new Promise((resolve) => setTimeout(resolve, 1_200));
  };
  return { health, observed, events, warnings, anHourLater };
};

describe('an outage of a platform', () => {
  it('is over with the next page that is read', async () => {
    const { health, observed, events } = await anOutage();
    expect(health.unreachableSince('us-store')).toBe('2026-04-01T00:00:00Z');
    await observed.readPage({} as never, O.none)();
    expect(events.map(({ type }) => type)).toStrictEqual(['storefront.unreachable', 'storefront.recovered']);
    expect(health.unreachableSince('us-store')).toBeNull();
    health.stop();
  });

  it('is repeated each hour, until its storefront is removed', async () => {
    const { health, warnings, anHourLater } = await anOutage();
    await anHourLater();
    expect(warnings).toHaveLength(2);
    health.forget('us-store');
    await anHourLater();
    expect(warnings).toHaveLength(2);
  });
});
