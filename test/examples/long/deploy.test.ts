import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import * as t from 'io-ts';
import { parse } from 'yaml';
import { sampleRange, startSandbox } from '../../../sandbox/index.ts';
import { aPostgres } from '../../support/a-postgres.ts';
import { eventually } from '../../support/a-plugin.ts';
import { type Started, start } from '../../support/a-process.ts';
import { deliver } from '../../support/listening.ts';
import { readReport } from '../../support/printed-report.ts';
import { right } from '../../support/right.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { webhookOfShopify } from '../platform-webhooks.ts';

const deploy = 'docs/deploy';
const textOf = (name: string): string => readFileSync(join(deploy, name), 'utf8');

const Service = t.intersection([
  t.type({ environment: t.record(t.string, t.string) }),
  t.partial({
    image: t.string,
    command: t.array(t.string),
    ports: t.array(t.string),
    healthcheck: t.type({ test: t.array(t.string) }),
    depends_on: t.record(t.string, t.type({ condition: t.string })),
    deploy: t.type({ replicas: t.number }),
    stop_grace_period: t.string,
    volumes: t.array(t.string),
  }),
]);
const Compose = t.type({ services: t.record(t.string, Service), volumes: t.record(t.string, t.unknown) });
const compose = right(Compose.decode(parse(textOf('compose.yaml'), { merge: true })));
const { database, server, worker } = compose.services;
if (database === undefined || server === undefined || worker === undefined)
  throw new Error('compose has three services');

/** The instructions of a Dockerfile, in order. */
const instructions = textOf('Dockerfile')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const);
const instruction = (name: string): string => instructions.find(([one]) => one === name)?.[1] ?? '';

const variablesIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/\benv: '([A-Z_]+)'|\benv\.([A-Z_]+)/g)].map(([, one, two]) => one ?? two ?? '')),
];

describe('the image', () => {
  it('runs the program that the package has, with the command of the server, as no root', () => {
    const { bin, engines } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      readonly bin: Record<string, string>;
      readonly engines: { readonly node: string };
    };
    const [entry = ''] = JSON.parse(instruction('ENTRYPOINT')) as readonly string[];
    expect(Object.keys(bin).map((name) => `node_modules/.bin/${name}`)).toContain(entry);
    expect(JSON.parse(instruction('CMD'))).toStrictEqual(server.command);
    expect(instruction('USER')).toBe('node');
    const [major = ''] = /\d+/.exec(instruction('FROM')) ?? [];
    expect(Number(major)).toBeGreaterThanOrEqual(Number(/\d+/.exec(engines.node)?.[0]));
  });

  it('copies only files that are there or that npm writes, and takes nothing else along', () => {
    const copied = instructions.filter(([name]) => name === 'COPY').flatMap(([, rest]) => rest.split(' ').slice(0, -1));
    expect(copied.filter((name) => !existsSync(join(deploy, name)))).toStrictEqual([
      'package.json',
      'package-lock.json',
    ]);
    const ignored = textOf('Dockerfile.dockerignore').split('\n');
    expect(ignored).toContain('*');
    expect(ignored.flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : [])).sort()).toStrictEqual(
      [...copied].sort(),
    );
  });
});

describe('the services', () => {
  it.each([server, worker])('give the configuration every variable that it names, and no other', ({ environment }) => {
    const named = variablesIn(textOf('tax-nexus.config.mjs'));
    expect(Object.keys(environment).sort()).toStrictEqual(named.filter((name) => name !== 'SHOPIFY_API_ORIGIN').sort());
  });

  it('reach the database under its name, with its user and password, once it is ready', () => {
    const { username, hostname, pathname } = new URL(
      (server.environment['DATABASE_URL'] ?? '').replace(/\$\{[^}]*\}/, 'password'),
    );
    const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD } = database.environment;
    expect({ hostname, username, name: pathname.slice(1) }).toStrictEqual({
      ...{ hostname: 'database', username: POSTGRES_USER, name: POSTGRES_DB },
    });
    expect(server.environment['DATABASE_URL']).toContain(POSTGRES_PASSWORD);
    expect(database.healthcheck?.test).toContain(`--username=${POSTGRES_USER}`);
    for (const { depends_on, stop_grace_period } of [server, worker]) {
      expect(depends_on).toStrictEqual({ database: { condition: 'service_healthy' } });
      expect(Number.parseInt(stop_grace_period ?? '', 10)).toBeGreaterThan(10);
    }
    expect((database.volumes ?? []).map((one) => one.split(':')[0])).toStrictEqual(Object.keys(compose.volumes));
  });

  it('listen on the port that is published and that the health check asks', () => {
    const port = server.command?.at(-1) ?? '';
    expect(instruction('EXPOSE')).toBe(port);
    expect(server.ports).toStrictEqual([`127.0.0.1:${port}:${port}`]);
    expect(server.healthcheck?.test.join(' ')).toContain(`127.0.0.1:${port}/tax-nexus/ready`);
  });
});

const postgres = aPostgres();
const parent = temporaryFolder();
const running: Started[] = [];
afterAll(async () => {
  for (const one of running) one.send('SIGKILL');
  await Promise.all(running.map(({ ended }) => ended));
});

it('the services, played: they migrate an empty database side by side, share a history, take webhooks, and end in order', async () => {
  const accessToken = 'shpat_CANARY_TOKEN';
  const sandbox = await startSandbox({
    taxService: { apiKeys: ['tnx_CANARY_KEY'] },
    shop: { orders: 40, accessToken },
  });
  const folder = mkdtempSync(join(parent, 'deploy-'));
  cpSync(join(deploy, 'tax-nexus.config.mjs'), join(folder, 'tax-nexus.config.mjs'));
  const { shop, apiOrigin } = sandbox.configuration.storefronts['sample-store'];
  const given: Readonly<Record<string, string>> = {
    DATABASE_URL: await postgres().newDatabase(),
    TAX_NEXUS_URL: sandbox.configuration.service.baseUrl,
    TAX_NEXUS_API_KEY: 'tnx_CANARY_KEY',
    SHOPIFY_SHOP: shop,
    SHOPIFY_TOKEN: accessToken,
    SHOPIFY_SECRET: 'shpss_CANARY_SECRET',
  };
  const begin = ({ command = [], environment }: typeof server): Started => {
    const env = Object.fromEntries(Object.keys(environment).map((name) => [name, given[name] ?? '']));
    const words = command.map((word) => (word === '4000' ? '0' : word));
    const started = start(folder, words, { ...env, SHOPIFY_API_ORIGIN: apiOrigin });
    running.push(started);
    return started;
  };
  const first = begin(server);
  const services = [first, ...Array.from({ length: worker.deploy?.replicas ?? 0 }, () => begin(worker))];
  expect(services).toHaveLength(3);
  await Promise.all(services.map(({ heard }) => heard('"ready"')));
  const [, port = ''] = /"address":"http:\/\/[^"]*:(\d+)"/.exec(first.printed()) ?? [];

  const [, program = '', ...words] = server.healthcheck?.test ?? [];
  const isHealthy = (): boolean =>
    spawnSync(
      program,
      words.map((word) => word.replace('4000', port)),
    ).status === 0;
  expect(program).toBe('node');
  await eventually(isHealthy);

  const days = ['--from', sampleRange.from, '--to', sampleRange.to, '--on-workers', '--json'];
  const { out } = await begin({ ...worker, command: ['sync', ...days] }).ended;
  const { considered, succeeded, failed } = readReport(out);
  expect({ considered, failed }).toMatchObject({ considered: 40, failed: 0 });
  expect(sandbox.taxService.journal()).toHaveLength(succeeded);

  const webhook = await webhookOfShopify('5400000000000', given['SHOPIFY_SECRET'] ?? '');
  const { status } = await deliver(`http://127.0.0.1:${port}/tax-nexus/webhooks/us-store`, webhook);
  expect(status).toBe(200);

  for (const one of services) one.send('SIGTERM');
  expect((await Promise.all(services.map(({ ended }) => ended))).map(({ code }) => code)).toStrictEqual([0, 0, 0]);
  expect(isHealthy()).toBe(false);
  await sandbox.stop();
}, 120_000);
