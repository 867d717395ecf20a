// Stripe's events from an event destination, Amazon EventBridge or Azure Event Grid, instead of a webhook endpoint. They have no
// signature: what proves them is the channel, the partner source in your own AWS account or the system topic in your own Azure
// subscription. Do not call these functions from an address that strangers can reach.
import { taxNexus } from '../tax-nexus.mjs';

const push = async (event) => {
  await taxNexus.receive('billing', { topic: event.type, deliveryId: event.id, payload: event });
  // A function that ends with its event works off what is due; a host that runs on calls taxNexus.start() once instead.
  await taxNexus.tick({ budgetMs: 10_000 });
};

/** For AWS Lambda, as the target of a rule with the partner source. AWS calls it again if it throws. */
export const fromEventBridge = async ({ source, detail }) => {
  if (!source.startsWith('aws.partner/stripe.com/')) throw new Error(`The event is from ${source}, not from Stripe.`);
  await push(detail);
};

/** For Azure Functions, with an Event Grid trigger and the CloudEvents schema. Azure calls it again if it throws. */
export const fromEventGrid = ({ data }) => push(data);
