import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { apps, runIn, type App } from '../../support/an-app.ts';

const anApp = apps();
const installed = fileURLToPath(new URL('../../../node_modules/', import.meta.url));

/** An app with OpenTelemetry's own SDK and Prometheus exporter; it syncs the sandbox's sales, and prints what a Prometheus would read. */
const program = `
import { metrics, trace } from '@opentelemetry/api';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
const exporter = new PrometheusExporter({ port: 0, preventServerStart: true });
metrics.setGlobalMeterProvider(new MeterProvider({ readers: [exporter] }));
const spans = new InMemorySpanExporter();
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }));

const { createTaxNexus } = await import('tax-nexus-sync');
const { shopify } = await import('tax-nexus-sync/shopify');
const { startSandbox } = await import('tax-nexus-sync/sandbox');
const sandbox = await startSandbox({ shop: { orders: 5 } });
const { configuration: { service, storefronts } } = sandbox;
const { connector, ...shop } = storefronts['sample-store'];
const logged = [];
const log = (level) => (message) => void logged.push([level, message]);
const taxNexus = createTaxNexus({
  service,
  state: 'sqlite:book.db',
  logger: { info: log('info'), warn: log('warn'), error: log('error') },
  storefronts: { 'us-store': shopify({ ...shop, webhookSecrets: ['shpss_1'] }) },
});
const read = () => new Promise((resolve) => exporter.getMetricsRequestHandler({}, { setHeader: () => undefined, end: resolve }));
await taxNexus.start();
const idle = await read();
const { id } = await taxNexus.historicalSync.start({ from: '2025-01-01', to: '2026-03-31' });
for await (const progress of taxNexus.historicalSync.watch(id)) if (progress.phase === 'over') break;
const busy = await read();
await taxNexus.stop();
await sandbox.stop();
console.log(JSON.stringify({ idle, busy, spans: spans.getFinishedSpans().map(({ name }) => name), logged }));
`;

interface Printed {
  readonly idle: string;
  readonly busy: string;
  readonly spans: readonly string[];
  readonly logged: readonly (readonly [string, string])[];
}

const hostWithSdk = (): Promise<App> =>
  anApp({
    type: 'module',
    also: [
      '@opentelemetry/exporter-prometheus',
      '@opentelemetry/sdk-metrics',
      '@opentelemetry/sdk-trace-base',
      'graphql',
    ],
  });

const play = async (app: App): Promise<Printed> => {
  writeFileSync(join(app.folder, 'app.js'), program);
  const { code, out, err } = await runIn(app, ['--disable-warning=ExperimentalWarning', 'app.js']);
  expect([code, err]).toStrictEqual([0, '']);
  return JSON.parse(out) as Printed;
};

const warnings = ({ logged }: Printed): readonly string[] =>
  logged.flatMap(([level, message]) => (level === 'warn' && message.includes('OpenTelemetry') ? [message] : []));

describe('a host that has installed the package and an OpenTelemetry SDK', () => {
  it('exports its metrics and spans; a storefront for which nothing waits has a queue of 0', async () => {
    const printed = await play(await hostWithSdk());
    for (const text of [printed.idle, printed.busy]) {
      expect(text).toMatch(/^tax_nexus_queue_depth\{storefront="us-store"[^}]*\} 0/m);
      expect(text).toMatch(/^tax_nexus_queue_oldest_age[^{]*\{storefront="us-store"[^}]*\} 0/m);
    }
    expect(printed.busy).toMatch(/^tax_nexus_records_total\{[^}]*outcome="succeeded"[^}]*\} 5/m);
    expect(printed.spans.filter((name) => name === 'tax_nexus.push')).toHaveLength(5);
    expect(warnings(printed)).toStrictEqual([]);
  }, 300_000);

  it('is warned if it has two copies of the API, because the SDK is seen by one of them alone', async () => {
    const app = await hostWithSdk();
    const own = join(app.package, 'node_modules/@opentelemetry');
    mkdirSync(own, { recursive: true });
    symlinkSync(join(installed, 'opentelemetry-api-1.10'), join(own, 'api'), 'junction');
    const printed = await play(app);
    expect(printed.busy).not.toContain('tax_nexus_records');
    expect(warnings(printed)).toStrictEqual([expect.stringContaining('npm ls @opentelemetry/api')]);
  }, 300_000);
});
