import { readFileSync } from 'node:fs';
import { type Meter, metrics } from '@opentelemetry/api';
import { afterAll, describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { parse } from 'yaml';
import { countEvent, countRun, makeMeters, observe } from '../../src/app/telemetry/meters.ts';
import { linkedService } from '../../src/domain/service-link.ts';
import { linkedConnector } from '../../src/mapping/connector-link.ts';
import { measuredRequests, measuredReads } from '../../src/app/telemetry/spans.ts';
import type { PushReply } from '../../src/domain/tax-service.ts';
import { right } from '../support/right.ts';
import { scriptedConnector } from '../support/scripted-connector.ts';

type Series = Map<string, Map<string, Set<string>>>;

/** What the code exports, under the names that Prometheus gets: by name its labels, and their values. */
const exported = async (): Promise<Series> => {
  const series: Series = new Map();
  const instrument =
    (endings: (unit: string) => readonly string[]) =>
    (name: string, { unit = '' }: { readonly unit?: string } = {}): unknown => {
      const units = unit === 'ms' ? ['', '_milliseconds'] : [''];
      const names = units.flatMap((one) => endings(`${name.replaceAll('.', '_')}${one}`));
      const note = (_: number, attributes: Readonly<Record<string, string>> = {}): void => {
        for (const one of names) {
          const labels =
            series.get(one) ?? new Map<string, Set<string>>(one.endsWith('_bucket') ? [['le', new Set()]] : []);
          series.set(one, labels);
          for (const [label, value] of Object.entries(attributes)) {
            labels.set(label, (labels.get(label) ?? new Set()).add(value));
          }
        }
      };
      const addCallback = (show: (result: { readonly observe: typeof note }) => unknown): unknown =>
        show({ observe: note });
      return { add: note, record: note, addCallback, removeCallback: () => undefined };
    };
  const meter: unknown = {
    createCounter: instrument((name) => [`${name}_total`]),
    createHistogram: instrument((name) => [`${name}_bucket`, `${name}_count`, `${name}_sum`]),
    createObservableGauge: instrument((name) => [name]),
  };
  metrics.disable();
  metrics.setGlobalMeterProvider({ getMeter: () => meter as Meter });
  const made = makeMeters(console);
  const meters = (): typeof made => made;

  const counts = { succeeded: 1, alreadyPresent: 1, failed: 1, skipped: 1, held: 1 };
  countRun(meters, console)({ succeeded: 0, alreadyPresent: 0, failed: 0, skipped: 0, held: 0 }, counts);
  const record = { storefront: 'us-store', sourceId: '1', transactionId: '1', reason: null, message: null };
  for (const outcome of Object.keys(counts) as (keyof typeof counts)[]) {
    countEvent(meters)({ type: 'record.settled', outcome, ...record });
  }
  countEvent(meters)({ type: 'webhook.refused', storefront: 'us-store', reason: 'Forged' });
  observe(
    made,
    () => ['us-store'],
    () => Promise.resolve([{ storefront: 'us-store', due: 1, oldest: null } as never]),
    () => 1,
    () => 0,
  )();
  // The observers ask asynchronously.
  await new Promise((resolve) => setTimeout(resolve, 0));
  const replies: readonly PushReply['_tag'][] = [
    'Accepted',
    'Exists',
    'Refused',
    'Unclear',
    'SlowDown',
    'Misdirected',
    'CredentialsRefused',
    'NotStarted',
  ];
  for (const _tag of replies) {
    const push = () => () => Promise.resolve({ _tag, status: 401 } as PushReply);
    await linkedService({ push } as never, measuredRequests(meters, { now: () => 0 } as never)).push('')();
  }
  const throttled = { _tag: 'SourceThrottled', message: 'slower', retryAfter: null } as never;
  const connector = { ...scriptedConnector({ pages: [] }), readRecord: () => () => Promise.resolve(E.left(throttled)) };
  await linkedConnector(connector, measuredReads(meters, 'us-store', 'scripted')).readRecord('1')();
  return series;
};

const series = await exported();
afterAll(() => metrics.disable());

const Rules = t.type({
  groups: t.array(
    t.type({
      rules: t.array(
        t.type({ alert: t.string, expr: t.string, annotations: t.type({ summary: t.string, description: t.string }) }),
      ),
    }),
  ),
});
const { groups } = right(Rules.decode(parse(readFileSync('docs/deploy/alerts.yaml', 'utf8'))));
const rules = groups.flatMap((group) => group.rules);

const Dashboard = t.type({
  panels: t.array(t.type({ title: t.string, targets: t.array(t.type({ expr: t.string, legendFormat: t.string })) })),
  templating: t.type({ list: t.array(t.type({ name: t.string, query: t.unknown })) }),
});
const dashboard = right(Dashboard.decode(JSON.parse(readFileSync('docs/deploy/grafana-dashboard.json', 'utf8'))));

/** A selector of a query: `name{label="value"}`, or one by a pattern of names. */
const selectorsIn = (
  expr: string,
): readonly { readonly names: readonly string[]; readonly labels: readonly string[][] }[] =>
  [...expr.matchAll(/(tax_nexus_[a-z_]+)?(?:\{([^}]*)\})?/g)].flatMap(([all, name, inside = '']) => {
    if (all === '') return [];
    const labels = [...inside.matchAll(/([a-z_]+)(=~|=)"([^"]*)"/g)].map(([, label = '', how = '', value = '']) => [
      label,
      how,
      value,
    ]);
    const pattern = labels.find(([label]) => label === '__name__')?.[2];
    const known = [...series.keys()].filter((one) =>
      pattern === undefined ? one === name : new RegExp(`^(?:${pattern})$`).test(one),
    );
    return [{ names: known, labels: labels.filter(([label]) => label !== '__name__') }];
  });

const queries = [
  ...rules.map(({ alert, expr, annotations }) => ({
    of: alert,
    expr,
    text: `${annotations.summary} ${annotations.description}`,
  })),
  ...dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr, legendFormat }) => ({ of: title, expr, text: legendFormat })),
  ),
];

const labelsOf = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.flatMap((name) => [...(series.get(name)?.keys() ?? [])]));

describe('the dashboard and the alerts', () => {
  it('see every metric that the code exports', () => {
    const seen = new Set(queries.flatMap(({ expr }) => selectorsIn(expr).flatMap(({ names }) => names)));
    const ofHistogram = (name: string): string => name.replace(/_(?:bucket|count|sum)$/, '');
    const missing = [...series.keys()].filter(
      (name) => ![...seen].some((one) => ofHistogram(one) === ofHistogram(name)),
    );
    expect(missing).toStrictEqual([]);
    expect(series.size).toBeGreaterThan(9);
  });

  it.each(queries)('ask only for metrics, labels and values that exist: $of', ({ expr, text }) => {
    const selectors = selectorsIn(expr);
    expect(selectors).not.toHaveLength(0);
    const all = selectors.flatMap(({ names }) => names);
    for (const { names, labels } of selectors) {
      expect(names).not.toHaveLength(0);
      for (const [label = '', how, value = ''] of labels) {
        expect(labelsOf(names)).toContain(label);
        if (value.includes('$')) continue;
        const values = names.flatMap((name) => [...(series.get(name)?.get(label) ?? [])]);
        for (const one of how === '=' ? [value] : value.split('|')) expect(values).toContain(one);
      }
    }
    const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/,\s*/));
    const shown = [...text.matchAll(/\{\{\s*(?:\$labels\.)?([a-z_]+)\s*\}\}/g)].map(([, label = '']) => label);
    for (const label of grouped) expect(labelsOf(all)).toContain(label);
    for (const label of shown) expect(grouped).toContain(label);
    expect(expr.match(/[({[]/g)?.length).toBe(expr.match(/[)}\]]/g)?.length);
  });

  it('choose storefronts by a metric that has them', () => {
    const [, storefront] = dashboard.templating.list;
    const [, metric = '', label = ''] = /label_values\((\w+), (\w+)\)/.exec(JSON.stringify(storefront?.query)) ?? [];
    expect([...(series.get(metric)?.keys() ?? [])]).toContain(label);
  });
});
