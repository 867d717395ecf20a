import type { Recipe } from '../orders/recipe.ts';
import type { Answer } from './answer.ts';
import { gid } from './gid.ts';
import { instantText } from './instant-text.ts';
import { assignedLocation, canary } from './place-answers.ts';

const destination = ({ id, shipTo }: Recipe): Answer | null =>
  shipTo && {
    id: gid('FulfillmentOrderDestination', id),
    ...shipTo,
    ...canary,
    location: null,
  };

/** The one fulfillment order of an order: how the goods reach the buyer, and from where. */
export const fulfillmentAnswer = (recipe: Recipe): Answer => ({
  __typename: 'FulfillmentOrder',
  id: gid('FulfillmentOrder', recipe.id),
  orderId: gid('Order', recipe.id),
  status: 'CLOSED',
  createdAt: instantText(recipe.createdAt),
  updatedAt: instantText(recipe.updatedAt),
  deliveryMethod: {
    id: gid('DeliveryMethod', recipe.id),
    methodType: recipe.delivery.method,
    presentedName: null,
    serviceCode: null,
  },
  assignedLocation: assignedLocation(recipe.delivery.location),
  destination: destination(recipe),
});
