import { type Context, Hono } from 'hono';
import { answerWebhook } from './answer-webhook.ts';
import { addressTooLong, notFound, ownDefect, status, wrongMethod } from './answers.ts';
import { isTooLong } from './is-too-long.ts';
import { routeOf } from './route.ts';
import type { WebPorts } from './web-ports.ts';

/** The part of a request's path that is ours, wherever we are mounted. */
const ownPath = (request: Request): string => {
  const route = routeOf(new URL(request.url).pathname);
  if (route === undefined) return '/';
  if (route.kind === 'screen') return '/screen';
  return route.kind === 'webhook' ? `/webhooks/${route.storefront}` : `/${route.kind}`;
};

/**
 * The one handler of all hosts, from a standard `Request` to a standard `Response`. It never rejects.
 *
 * - `POST …/webhooks/<storefront>`: 200 once the delivery is durable
 * - `GET …/health`: 200 for as long as the process answers
 * - `GET …/ready`: 200 when deliveries can be stored, 503 otherwise
 * - `…/screen`: the historical sync screen; 404 without one
 * - an address of more than 8,192 characters: 414, whatever it names
 */
export const webHandler = (
  ports: WebPorts,
  showScreen: ((request: Request) => Promise<Response>) | null = null,
): ((request: Request) => Promise<Response>) => {
  const webhook = answerWebhook(ports);
  const app = new Hono({ getPath: ownPath })
    .post('/webhooks/:storefront', (context) => webhook(context.req.raw, context.req.param('storefront')))
    .all('/webhooks/:storefront', () => wrongMethod('POST'))
    .get('/health', () => status('live'))
    .get('/ready', async () => status((await ports.isReady()) ? 'ready' : 'not ready'))
    .all('/screen', ({ req }) => showScreen?.(req.raw) ?? notFound())
    .all('/health', () => wrongMethod('GET'))
    .all('/ready', () => wrongMethod('GET'))
    .notFound(() => notFound())
    .onError((defect: Error, { req }: Context) => {
      // Its message may hold what it tripped over.
      ports.log.error('a request failed by a defect of tax-nexus-sync; please report it', {
        method: req.method,
        defect: defect.name,
      });
      return ownDefect();
    });
  return async (request) => (isTooLong(request.url) ? addressTooLong() : app.fetch(request));
};
