// Imports doors of the package one after the other, and prints what each changes for the rest of the process: lists by door, in
// JSON.
//
//   node changed-globals.mjs tax-nexus-sync tax-nexus-sync/stripe
//   node changed-globals.mjs --fetch-unused …   # the dispatcher of `fetch` alone, which Node registers at its first use
//   node changed-globals.mjs --expect-none …    # ends with 1 when anything changed
import { createRequire } from 'node:module';
import dns from 'node:dns';
import events from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import tls from 'node:tls';
import 'node:worker_threads'; // Node wraps process.chdir when it is loaded first.

const require = createRequire(import.meta.url);
const isFetchUnused = process.argv.includes('--fetch-unused');
const doors = process.argv.slice(2).filter((word) => !word.startsWith('--'));

/** Each own property of an object with its value, or its getter: what is read lazily is not read. */
const propertiesOf = (object) =>
  Reflect.ownKeys(object).map((key) => {
    const found = Object.getOwnPropertyDescriptor(object, key);
    return [key, 'value' in found ? found.value : found.get];
  });

/** The dispatcher of a package in place of Node's. */
const foreignDispatchers = () =>
  Reflect.ownKeys(globalThis)
    .filter((key) => String(key).includes('undici'))
    .filter((key) => Object.values(require.cache).some(({ exports }) => exports === globalThis[key]?.constructor))
    .map((key) => [String(key), globalThis[key]]);

/** All that an import could change for others, by name. */
const look = () => {
  if (isFetchUnused) return new Map(foreignDispatchers());
  const builtIns = [Request, Response, Headers, FormData, URL, AbortSignal, ReadableStream, TextDecoder, TextEncoder];
  const classes = [Object, Array, Function, String, Number, Boolean, BigInt, Symbol, Promise, Map, Set, WeakMap, Date];
  const others = [
    AbortController,
    MessagePort,
    MessageChannel,
    Error,
    TypeError,
    RangeError,
    RegExp,
    ArrayBuffer,
    Uint8Array,
    Blob,
    File,
    DOMException,
    events,
  ];
  const objects = {
    globalThis,
    process,
    console,
    http,
    https,
    net,
    tls,
    dns,
    events,
    JSON,
    Math,
    Intl,
    Reflect,
    crypto,
  };
  for (const one of [...builtIns, ...classes, ...others])
    Object.assign(objects, { [one.name]: one, [`${one.name}.prototype`]: one.prototype });
  const seen = new Map();
  for (const [name, object] of Object.entries(objects))
    for (const [key, value] of propertiesOf(object)) seen.set(`${name}.${String(key)}`, value);
  // Counted below, with their names.
  for (const name of ['_events', '_eventsCount']) seen.delete(`process.${name}`);
  for (const [name, agent] of Object.entries({ http: http.globalAgent, https: https.globalAgent }))
    seen.set(`${name}.globalAgent.options`, JSON.stringify(agent.options));
  for (const name of process.eventNames()) seen.set(`listeners to ${String(name)}`, process.listenerCount(name));
  for (const name of ['stdout', 'stderr']) seen.set(`listeners of ${name}`, process[name].eventNames().join());
  for (const [name, value] of Object.entries(process.env)) seen.set(`the variable ${name}`, value);
  seen.set(
    'open resources',
    process
      .getActiveResourcesInfo()
      .filter((kind) => /Timeout|TCP|UDP/.test(kind))
      .join(),
  );
  return seen;
};

// Node makes this list when it is read first.
void process.allowedNodeEnvironmentFlags;
look();
const changed = {};
const noteChanges = async (what, work) => {
  const before = look();
  await work();
  const after = look();
  const names = new Set([...before.keys(), ...after.keys()]);
  changed[what] = [...names].filter((name) => !Object.is(before.get(name), after.get(name)));
};
for (const door of doors) await noteChanges(door, () => (door.endsWith('.json') ? require(door) : import(door)));
await noteChanges('its use', async () => {
  const { createTaxNexus } = await import('tax-nexus-sync');
  const { toNode } = await import('tax-nexus-sync/node');
  const { stripe } = await import('tax-nexus-sync/stripe');
  const taxNexus = createTaxNexus({
    service: { baseUrl: 'http://127.0.0.1:9', apiKey: 'key' },
    state: 'sqlite::memory:',
    storefronts: { billing: stripe({ secretKey: 'rk_live_1', webhookSecrets: ['whsec_1'] }) },
    logger: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
  });
  const server = http.createServer(toNode(taxNexus));
  await taxNexus.start();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const agent = new http.Agent();
  await new Promise((resolve) =>
    http.get({ port: server.address().port, path: '/tax-nexus/health', agent }, (response) =>
      response.resume().on('end', resolve),
    ),
  );
  agent.destroy();
  await new Promise((resolve) => server.close(resolve));
  await taxNexus.stop();
  // Its last sleeps are not ended early, and none is longer than a second.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
});
process.stdout.write(JSON.stringify(changed));
if (process.argv.includes('--expect-none') && Object.values(changed).some((names) => names.length > 0))
  process.exitCode = 1;
