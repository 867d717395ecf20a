import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { metrics } from '@opentelemetry/api';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { afterAll, describe, expect, it } from '@jest/globals';
import { parse, stringify } from 'yaml';
import { sampleRange, type FaultRule } from '../../../sandbox/index.ts';
import { eventually, last, plugins, type PluginUnderTest } from '../../support/a-plugin.ts';
import { orderPayload, shopifyWebhook } from '../../support/signed-webhook.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const aPlugin = plugins();
const folder = temporaryFolder();
afterAll(() => metrics.disable());

/** Prometheus' own rule engine: `apt-get install prometheus`. */
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

/** A plugin with a real SDK; returns it, and what a Prometheus would read from it. */
const scraped = async (
  sandbox: Parameters<typeof aPlugin>[1] = {},
): Promise<readonly [PluginUnderTest, () => Promise<string>]> => {
  metrics.disable();
  const exporter = new PrometheusExporter({ port: 0, preventServerStart: true });
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [exporter] }));
  const read = (): Promise<string> =>
    new Promise((resolve) => {
      const response: unknown = { setHeader: () => undefined, end: resolve };
      exporter.getMetricsRequestHandler({} as never, response as never);
    });
  return [await aPlugin({}, sandbox), read];
};

/** What happens to the figures of a scrape in the next hours. */
interface Course {
  /** Whether counters show what happened once, or grow by the same number each minute. */
  readonly counters: 'once' | 'each minute';
}

/** A process that starts after an hour, has these figures then, and lives for two hours more. */
const seriesOf = (scrape: string, { counters }: Course): readonly object[] =>
  scrape.split('\n').flatMap((line) => {
    const [, series, value = ''] = /^(tax_nexus_\S*?(?:\{.*\})?) (\S+)(?: \d+)?$/.exec(line) ?? [];
    if (series === undefined) return [];
    const isWaiting = series.includes('oldest_age') && Number(value) > 0;
    const isCounter = /(_total|_count|_sum|_bucket)\b/.test(series);
    const growth = isWaiting ? 60_000 : isCounter && counters === 'each minute' ? Number(value) : 0;
    return [{ series, values: `_x59 ${value}+${growth}x120` }];
  });

const { groups } = parse(readFileSync('docs/deploy/alerts.yaml', 'utf8')) as {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string }[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));

/** What promtool prints about its tests of the rules, which all expect nothing. */
const promtool = (tests: object): string => {
  const at = mkdtempSync(join(folder, 'rules-'));
  copyFileSync('docs/deploy/alerts.yaml', join(at, 'alerts.yaml'));
  const file = { rule_files: ['alerts.yaml'], evaluation_interval: '1m', tests: [{ interval: '1m', ...tests }] };
  writeFileSync(join(at, 'test.yaml'), stringify(file));
  const { stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'test.yaml'], { cwd: at, encoding: 'utf8' });
  return `${stdout}${stderr}`;
};

/** The alerts that fire at some time after the process started, with the texts that a person gets. */
const firing = (series: readonly object[]): Readonly<Record<string, string>> => {
  const times = Array.from({ length: 11 }, (_, index) => `${65 + index * 10}m`);
  const printed = promtool({
    input_series: series,
    alert_rule_test: times.flatMap((time) =>
      alerts.map((alertname) => ({ eval_time: time, alertname, exp_alerts: [] })),
    ),
  });
  if (!printed.includes('SUCCESS') && !printed.includes('alertname:')) throw new Error(printed);
  return Object.fromEntries(
    [...printed.matchAll(/alertname: ?(\w+), time:[\s\S]*?summary="([^"]*)"/g)].map(([, name = '', text = '']) => [
      name,
      text,
    ]),
  );
};

const dashboard = JSON.parse(readFileSync('docs/deploy/grafana-dashboard.json', 'utf8')) as {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
};
const shown = dashboard.panels
  .flatMap(({ targets }) => targets.map(({ expr }) => expr))
  .map((expr) => expr.replaceAll('$storefront', '.*').replaceAll('$__rate_interval', '5m'));

/** The queries of the dashboard that show nothing half an hour after the process started. */
const empty = (series: readonly object[]): readonly string[] =>
  shown.filter((expr) => {
    const test = { expr, eval_time: '90m', exp_samples: [] };
    const printed = promtool({ input_series: series, promql_expr_test: [test] });
    if (!printed.includes('SUCCESS') && !printed.includes('got:')) throw new Error(printed);
    return printed.includes('SUCCESS');
  });

const post = async ({ taxNexus }: PluginUnderTest, secret?: string, order = '5400000000000'): Promise<number> => {
  const { headers, body } = shopifyWebhook(orderPayload(order), { deliveryId: order, ...(secret && { secret }) });
  const request = new Request('http://host.example/webhooks/us-store', { method: 'POST', headers, body });
  return (await taxNexus.handler(request)).status;
};

/** The figures after a sync of 8 sales, in which the service has these faults. */
const synced = async (rules: readonly FaultRule[]): Promise<string> => {
  const [plugin, read] = await scraped({ shop: { orders: 8 } });
  plugin.taxService.setFaults(rules);
  const { id } = await plugin.taxNexus.historicalSync.start(sampleRange);
  await last(plugin.taxNexus.historicalSync.watch(id));
  return read();
};

const status = (code: number, times?: number, on = 'push'): FaultRule => ({
  on,
  ...(times !== undefined && { times }),
  fault: { kind: 'status', status: code, when: 'before' },
});

(hasPromtool ? describe : describe.skip)('an alert of docs/deploy (needs promtool)', () => {
  it('is silent about an idle app, and about one that sends sales without an end', async () => {
    const [{ taxNexus }, read] = await scraped();
    await taxNexus.start();
    expect(firing(seriesOf(await read(), { counters: 'each minute' }))).toStrictEqual({});
    expect(firing(seriesOf(await synced([]), { counters: 'each minute' }))).toStrictEqual({});
  }, 300_000);

  it('fires when no process reports', () => {
    expect(firing([])).toStrictEqual({ TaxNexusSilent: 'No process of tax-nexus reports metrics.' });
  });

  it('fires for one sale that failed, the first of its process', async () => {
    expect(firing(seriesOf(await synced([status(422, 1)]), { counters: 'once' }))).toStrictEqual({
      TaxNexusSalesFailed: 'Sales of historical sync failed.',
    });
  }, 300_000);

  it.each(['push', 'any'])(
    'fires for a key that is refused once, which stops the work: at %s request',
    async (on) => {
      const scrape = await synced([status(401, undefined, on)]);
      expect(Object.keys(firing(seriesOf(scrape, { counters: 'once' })))).toStrictEqual(['TaxNexusKeyRefused']);
    },
    300_000,
  );

  it('is about figures that the dashboard shows: of a sync with a failed sale, all but those of platforms and webhooks', async () => {
    const series = seriesOf(await synced([status(422, 1)]), { counters: 'once' });
    expect(empty(series)).toStrictEqual(shown.filter((expr) => /source_throttled|webhook_refused/.test(expr)));
  }, 300_000);

  it('fires while the service gives no clear answer', async () => {
    const scrape = await synced([status(500, 2)]);
    expect(Object.keys(firing(seriesOf(scrape, { counters: 'each minute' })))).toStrictEqual([
      'TaxNexusServiceUnclear',
    ]);
  }, 300_000);

  it('fires while sales wait for a shop that does not answer', async () => {
    const [plugin, read] = await scraped();
    await plugin.taxNexus.start();
    await plugin.shop.stop();
    expect(await post(plugin)).toBe(200);
    await eventually(async () => /queue_oldest_age\S* [1-9]/.test(await read()));
    expect(firing(seriesOf(await read(), { counters: 'once' }))).toStrictEqual({
      TaxNexusSalesWait: 'Sales of us-store have waited for more than 15 minutes.',
    });
  }, 300_000);

  it('fires while webhooks with a wrong signature arrive', async () => {
    const [plugin, read] = await scraped();
    await plugin.taxNexus.start();
    for (let count = 0; count < 3; count += 1) expect(await post(plugin, 'shpss_forged')).toBe(401);
    expect(firing(seriesOf(await read(), { counters: 'each minute' }))).toStrictEqual({
      TaxNexusWebhooksRefused: expect.stringContaining('Webhooks of us-store are refused'),
    });
  }, 300_000);
});
