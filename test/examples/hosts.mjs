/*
 * Stands for the servers of Next.js, Nuxt, Astro, React Router and SvelteKit, and for AWS and Azure: `node hosts.mjs next`, `… shopify-app`,
 * `… shopify-shops`, `… shopify-shops-remix`, `… sveltekit`, `… nuxt`, `… astro`, `… aws-lambda` or `… stripe-events`. It calls what their files export, as they do.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const next = async () => {
  process.env.NEXT_RUNTIME = 'nodejs';
  await (await import('./next/instrumentation.mjs')).register();
  const plugin = await import('./next/app/tax-nexus/[[...path]]/route.mjs');
  const cron = await import('./next/app/cron/route.mjs');
  return ({ method, path }) => (path === '/cron' ? cron : plugin)[method];
};

const shopifyApp = async () => {
  await import('./shopify-app/app/entry.server.mjs');
  const plugin = await import('./shopify-app/app/routes/tax-nexus.$.mjs');
  const orders = await import('./shopify-app/app/routes/webhooks.orders.mjs');
  return ({ method, path }) => {
    const { action, loader } = path === '/webhooks/orders' ? orders : plugin;
    const answer = method === 'POST' ? action : loader;
    return answer === undefined ? undefined : (request) => answer({ request, params: {}, context: {} });
  };
};

const shopifyShops = async () => {
  await import('./shopify-shops/react-router/app/entry.server.mjs');
  const plugin = await import('./shopify-shops/react-router/app/routes/tax-nexus.$.mjs');
  const app = await import('./shopify-shops/react-router/app/routes/app.mjs');
  return ({ method, path }) => {
    const { action, loader } = path === '/app' ? app : plugin;
    const answer = method === 'POST' ? action : loader;
    return answer === undefined ? undefined : (request) => answer({ request, params: {}, context: {} });
  };
};

// The other files of the template for Remix are those of React Router.
const shopifyShopsRemix = async () => {
  const { authenticate, taxNexus } = await import('./shopify-shops/remix/app/shopify.server.mjs');
  await taxNexus.start();
  process.once('SIGTERM', () => taxNexus.stop());
  const app = async (request) => {
    await authenticate.admin(request);
    return new globalThis.Response('the app');
  };
  return ({ path }) => (path === '/app' ? app : taxNexus.handler);
};

const svelteKit = async () => {
  await (await import('./sveltekit/src/hooks.server.mjs')).init();
  const plugin = await import('./sveltekit/src/routes/tax-nexus/[...path]/+server.mjs');
  return ({ method }) => plugin[method] && ((request) => plugin[method]({ request }));
};

const nuxt = async () => {
  const closing = [];
  Object.assign(globalThis, { defineNitroPlugin: (plugin) => plugin, fromWebHandler: (handler) => handler });
  const { default: plugin } = await import('./nuxt/server/plugins/tax-nexus.mjs');
  plugin({ hooks: { hook: (_, close) => closing.push(close) } });
  process.once('SIGTERM', () => closing.forEach((close) => close()));
  const { default: handler } = await import('./nuxt/server/routes/tax-nexus/[...path].mjs');
  return () => handler;
};

/** Its server listens by itself; `astro build` would have written the other handler. */
const astro = async () => {
  mkdirSync('astro/dist/server', { recursive: true });
  writeFileSync('astro/dist/server/entry.mjs', 'export const handler = (_, response) => response.end("your pages");');
  await import('./astro/server.mjs');
};

const lambda = async () => {
  const { handler, onSchedule } = await import('./aws-lambda/index.mjs');
  return ({ method, path }) =>
    async (request) => {
      const { statusCode, headers, body, isBase64Encoded } = await handler({
        version: '2.0',
        rawPath: path,
        rawQueryString: '',
        headers: Object.fromEntries(request.headers),
        requestContext: { domainName: 'host.example', http: { method, path } },
        body: Buffer.from(await request.arrayBuffer()).toString('base64'),
        isBase64Encoded: true,
      });
      if (method === 'POST' && statusCode === 200) await onSchedule();
      const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
      return new globalThis.Response(bytes, { status: statusCode, headers });
    };
};

const stripeEvents = async () => {
  const { fromEventBridge, fromEventGrid } = await import('./stripe-events/events.mjs');
  return ({ path }) =>
    async (request) => {
      await (path === '/event-bridge' ? fromEventBridge : fromEventGrid)(await request.json());
      return new globalThis.Response(null, { status: 202 });
    };
};

const toRequest = async (incoming, url) => {
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const body = incoming.method === 'POST' ? Buffer.concat(chunks) : undefined;
  return new globalThis.Request(url, { method: incoming.method, headers: incoming.headers, body });
};

const answerOf = async (answer, request) => {
  if (answer === undefined) return new globalThis.Response(null, { status: 405 });
  try {
    return await answer(request);
  } catch (thrown) {
    // React Router answers with what an action throws.
    return thrown instanceof globalThis.Response ? thrown : new globalThis.Response(null, { status: 500 });
  }
};

const routeTo = await {
  next,
  'shopify-app': shopifyApp,
  'shopify-shops': shopifyShops,
  'shopify-shops-remix': shopifyShopsRemix,
  sveltekit: svelteKit,
  nuxt,
  astro,
  'aws-lambda': lambda,
  'stripe-events': stripeEvents,
}[process.argv[2]]();
const server = createServer(async (incoming, outgoing) => {
  const url = new URL(incoming.url, 'http://host.example');
  const answer = routeTo({ method: incoming.method, path: url.pathname });
  const response = await answerOf(answer, await toRequest(incoming, url));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  for await (const part of response.body ?? []) outgoing.write(part);
  outgoing.end();
});
if (routeTo !== undefined) {
  server.listen(Number(process.env.PORT), '127.0.0.1', () => {
    console.log(`listening on http://127.0.0.1:${server.address().port}`);
  });
}

// As react-router-serve does.
if (process.argv[2] !== 'next') {
  process.once('SIGTERM', () => {
    server.close();
    server.closeAllConnections();
  });
}
