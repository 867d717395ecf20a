import * as t from 'io-ts';
import { arrayOf, metadata, object, text } from '../records/codec.ts';

/** An endpoint of the account's. Its signing secret comes with its creation alone, and is not read. */
export const WebhookEndpoint = object('WebhookEndpoint', {
  id: t.string,
  url: text,
  status: text,
  application: text,
  metadata,
  enabled_events: arrayOf(t.string),
});
export type WebhookEndpoint = t.TypeOf<typeof WebhookEndpoint>;

/** Whose events an endpoint receives: those of its owner, or those of all accounts that are connected to it. */
export type EndpointKind = 'account' | 'connected accounts';

const mark = 'tax_nexus_sync';

/** Stripe does not show afterwards what an endpoint was made for, so it is written on it. */
export const markOf = (kind: EndpointKind): Readonly<Record<string, string>> => ({ [mark]: kind });

/**
 * What an endpoint was made for. One that somebody else made is taken for its owner's, unless it belongs to a Connect
 * application.
 */
export const kindOf = ({ metadata: notes, application }: WebhookEndpoint): EndpointKind => {
  const noted = notes[mark];
  if (noted === 'connected accounts' || noted === 'account') return noted;
  return application === null ? 'account' : 'connected accounts';
};
