import * as t from 'io-ts';
import { maybe } from '../records/maybe.ts';

/** A subscription of our own app, to any address. */
export const WebhookSubscription = t.intersection(
  [
    t.type({ id: t.string, topic: t.string, uri: t.string }),
    t.partial({
      format: maybe(t.string),
      filter: maybe(t.string),
      includeFields: maybe(t.readonlyArray(t.string)),
    }),
  ],
  'WebhookSubscription',
);
export type WebhookSubscription = t.TypeOf<typeof WebhookSubscription>;

/** What a subscription should be. No field is left out: without `updated_at` Shopify merges deliveries away. */
export const wholeDelivery = (address: string): Readonly<Record<string, unknown>> => ({
  uri: address,
  format: 'JSON',
  filter: '',
  includeFields: [],
});

/** What keeps deliveries from us, in words; empty when nothing does. */
export const shortcomingsOf = ({ format, filter, includeFields }: WebhookSubscription): readonly string[] => [
  ...(typeof format === 'string' && format !== 'JSON' ? [`it delivers ${format} instead of JSON`] : []),
  ...(typeof filter === 'string' && filter.trim() !== '' ? ['a filter keeps some deliveries back'] : []),
  ...((includeFields ?? []).length > 0 ? ['it delivers some of the fields only'] : []),
];
