import { metrics, trace, type Meter, type Tracer } from '@opentelemetry/api';
import { afterAll, describe, expect, it } from '@jest/globals';
import { sampleRange } from '../../../sandbox/index.ts';
import { last, plugins } from '../../support/a-plugin.ts';

const aPlugin = plugins();

interface Noted {
  readonly name: string;
  readonly value?: number;
  readonly attributes: unknown;
}

/** An SDK as small as it gets: notes the names and attributes of what it is sent. */
const noting = (): { readonly spans: Noted[]; readonly points: Noted[] } => {
  trace.disable();
  metrics.disable();
  const [spans, points]: [Noted[], Noted[]] = [[], []];
  const span = { setStatus: () => span, end: () => undefined };
  const startActiveSpan = (
    name: string,
    { attributes }: { attributes: unknown },
    work: (one: unknown) => unknown,
  ): unknown => {
    spans.push({ name, attributes });
    return work(span);
  };
  const instrument = (name: string): unknown => {
    const note = (value: number, attributes: unknown): void => void points.push({ name, value, attributes });
    const addCallback = (show: (result: { readonly observe: typeof note }) => void): void => {
      if (name === 'tax_nexus.service.width') show({ observe: note });
    };
    return { add: note, record: note, addCallback, removeCallback: () => undefined };
  };
  const tracer: unknown = { startActiveSpan, startSpan: () => span };
  const meter: unknown = {
    createCounter: instrument,
    createHistogram: instrument,
    createObservableGauge: instrument,
  };
  trace.setGlobalTracerProvider({ getTracer: () => tracer as Tracer });
  metrics.setGlobalMeterProvider({ getMeter: () => meter as Meter });
  return { spans, points };
};

afterAll(() => {
  trace.disable();
  metrics.disable();
});

describe('a host with an OpenTelemetry SDK', () => {
  it('gets spans of pages and pushes and the counts of records, and nothing personal', async () => {
    const { spans, points } = noting();
    const { taxNexus, taxService } = await aPlugin();
    const { id } = await taxNexus.historicalSync.start(sampleRange);
    await last(taxNexus.historicalSync.watch(id));
    const pushed = taxService.journal().length;
    expect(spans.filter(({ name }) => name === 'tax_nexus.push')).toHaveLength(pushed);
    expect(spans).toContainEqual({
      name: 'tax_nexus.page',
      attributes: { storefront: 'us-store', platform: 'shopify', what: 'page' },
    });
    expect(points).toContainEqual(
      expect.objectContaining({ name: 'tax_nexus.push.duration', attributes: { reply: 'Accepted' } }),
    );
    expect(points).toContainEqual({
      name: 'tax_nexus.records',
      value: pushed,
      attributes: { storefront: 'historical sync', outcome: 'succeeded' },
    });
    expect(points.map(({ name }) => name)).toContain('tax_nexus.service.width');
    expect(JSON.stringify([spans, points])).not.toMatch(/canary/i);
  });

  it('gets each record of a run once, however often the run is gone on with and retried', async () => {
    const { points } = noting();
    const { taxNexus } = await aPlugin({}, { shop: { orders: 120 } });
    const { historicalSync } = taxNexus;
    const { id } = await historicalSync.start(sampleRange);
    for await (const { considered } of historicalSync.watch(id)) if (considered > 0) break;
    expect(await historicalSync.pause(id)).toBe(true);
    await historicalSync.start(sampleRange);
    const whole = await last(historicalSync.watch(id));
    await historicalSync.retry(id);
    await last(historicalSync.watch(id));
    const counted = points.filter(({ name }) => name === 'tax_nexus.records');
    expect(counted.reduce((all, { value = 0 }) => all + value, 0)).toBe(whole.considered);
  });
});
