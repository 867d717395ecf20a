import type { Json } from './stripe-objects.ts';
import type { StripeData } from './stripe-stand-in-data.ts';

const listIn = (form: URLSearchParams, name: string): readonly string[] =>
  [...form.entries()].filter(([key]) => key.startsWith(`${name}[`)).map(([, value]) => value);

const metadataIn = (form: URLSearchParams): Json =>
  Object.fromEntries(
    [...form.entries()].flatMap(([key, value]) => {
      const name = /^metadata\[(\w+)\]$/.exec(key)?.[1];
      return name === undefined ? [] : [[name, value]];
    }),
  );

/** Makes or changes a webhook endpoint as Stripe does; undefined when there is none of this id. */
export const writeEndpoint = (
  { webhookEndpoints }: StripeData,
  path: string,
  form: URLSearchParams,
): Json | undefined => {
  const id = path.split('/')[1];
  if (id === undefined) {
    const made = {
      id: `we_${webhookEndpoints.length + 1}`,
      object: 'webhook_endpoint',
      url: form.get('url'),
      status: 'enabled',
      // Stripe keeps what an endpoint was made for to itself; only a Connect application shows.
      application: null,
      enabled_events: listIn(form, 'enabled_events'),
      metadata: metadataIn(form),
    };
    webhookEndpoints.push(made);
    return { ...made, secret: 'whsec_CANARY' };
  }
  const place = webhookEndpoints.findIndex((endpoint) => endpoint['id'] === id);
  const before = webhookEndpoints[place];
  if (before === undefined) return undefined;
  const events = listIn(form, 'enabled_events');
  const after = {
    ...before,
    ...(events.length > 0 && { enabled_events: events }),
    ...(form.get('disabled') === 'false' && { status: 'enabled' }),
  };
  webhookEndpoints[place] = after;
  return after;
};
