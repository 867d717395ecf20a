import { metrics, type Meter, trace, type Tracer } from '@opentelemetry/api';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TaxNexus } from '../../src/app/plugin/tax-nexus.ts';
import { sampleRange } from '../../sandbox/index.ts';
import { last, type PluginUnderTest, plugins } from '../support/a-plugin.ts';
import { orderPayload, requestOf, shopifyWebhook } from '../support/signed-webhook.ts';
import { echoingService, type EchoingService } from './echoing-service.ts';
import { everythingSaid } from './everything-printed.ts';

const { hear } = everythingSaid();
const aPlugin = plugins();
const secretKey = 'tnx_CANARY_HOST_KEY';

/** All that an OpenTelemetry SDK is sent: names, attributes, states, events and exceptions. */
const traced: unknown[] = [];

const noting = (): void => {
  const note = (...all: readonly unknown[]): void => void traced.push(all);
  const span: unknown = new Proxy(
    {},
    { get: (_, name) => (name === 'then' ? undefined : (...all: unknown[]) => (note(name, all), span)) },
  );
  const startActiveSpan = (name: string, options: unknown, work: (one: unknown) => unknown): unknown => {
    note(name, options);
    return work(span);
  };
  const instrument = (name: string): unknown => ({
    add: (...all: readonly unknown[]) => note(name, all),
    record: (...all: readonly unknown[]) => note(name, all),
    addCallback: () => undefined,
    removeCallback: () => undefined,
  });
  const tracer: unknown = { startActiveSpan, startSpan: () => span };
  const meter: unknown = { createCounter: instrument, createHistogram: instrument, createObservableGauge: instrument };
  trace.setGlobalTracerProvider({ getTracer: () => tracer as Tracer });
  metrics.setGlobalMeterProvider({ getMeter: () => meter as Meter });
};

/** What a promise rejects with, or what it gives. */
const outcomeOf = async (work: () => unknown): Promise<unknown> => {
  try {
    return await work();
  } catch (error) {
    return error;
  }
};

describe('a host of the plugin, while everything goes wrong', () => {
  let [echo, plugin]: [EchoingService | undefined, PluginUnderTest | undefined] = [undefined, undefined];
  const taxNexus = (): TaxNexus<'us-store'> => {
    if (plugin === undefined) throw new Error('the plugin is not made');
    return plugin.taxNexus;
  };
  beforeAll(async () => {
    noting();
    echo = await echoingService();
    plugin = await aPlugin({ service: { baseUrl: echo.origin, apiKey: secretKey } }, { shop: { orders: 120 } });
  });
  afterAll(async () => {
    trace.disable();
    metrics.disable();
    await echo?.close();
  });

  it('gets nothing personal from a historical sync whose every push is refused', async () => {
    const { id } = await taxNexus().historicalSync.start(sampleRange);
    hear('the progress of a run', await last(taxNexus().historicalSync.watch(id)));
    const report = await taxNexus().historicalSync.report(id);
    expect(report.failed).toBeGreaterThan(50);
    hear('the report of a run', report);
    hear('the plugin itself', taxNexus());
    expect(echo?.echoed()).toBeGreaterThan(50);
    expect(traced.length).toBeGreaterThan(50);
  }, 60_000);

  it('gets nothing personal in any response to a webhook', async () => {
    const good = shopifyWebhook(orderPayload('820982911946154508'));
    const forged = shopifyWebhook({ ...orderPayload('1'), note: 'CANARY_NOTE' }, { secret: 'CANARY_GUESS' });
    const requests: readonly Request[] = [
      requestOf(good),
      requestOf(forged),
      requestOf({ ...good, body: `${good.body} ` }),
      requestOf(shopifyWebhook('{"CANARY_BROKEN":')),
      requestOf(good, 'http://host.example/tax-nexus/webhooks/CANARY_STORE'),
      new Request('http://host.example/tax-nexus/webhooks/us-store?token=CANARY_TOKEN'),
    ];
    for (const request of requests) {
      const response = await taxNexus().handler(request);
      hear(`the answer ${response.status}`, `${JSON.stringify([...response.headers])} ${await response.text()}`);
    }
  });

  it('catches nothing personal when it asks for what cannot be', async () => {
    const history = taxNexus().historicalSync;
    const wrong: readonly (() => unknown)[] = [
      () => history.start({ from: '2026-02-30', to: 'soon' }),
      () => history.start({ from: '2026-03-02', to: '2026-03-01' }),
      () => last(history.watch('no such run')),
      () => taxNexus().storefronts.remove('us-store'),
    ];
    for (const [index, work] of wrong.entries()) hear(`mistake ${index + 1}`, await outcomeOf(work));
  });

  it('has nothing personal in its log, its events and its traces', () => {
    for (const line of plugin?.logged ?? []) hear('a line of the log', line);
    for (const event of plugin?.events ?? []) hear('an event', event);
    for (const span of traced) hear('a span or a metric', span);
    expect(plugin?.logged.length).toBeGreaterThan(0);
    expect(plugin?.events.length).toBeGreaterThan(0);
  });
});
