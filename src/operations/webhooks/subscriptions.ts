/** Checks, creates and repairs webhook subscriptions at a platform. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { AuditRecord } from '../../domain/audit.ts';
import type { SourceError } from '../../domain/errors.ts';
import { digestOf } from '../../domain/fields.ts';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import type { SubscriptionFinding, WebhookSubscriptions } from '../../mapping/source-connector.ts';
import { failureCauseOf } from '../../pipeline/failures.ts';
import { fail, type OperationFailure } from '../failure.ts';
import type { AccountState, OperationPorts } from '../ports.ts';
import { fields, named, oneOf, pageOf, text } from '../shapes.ts';
import { fromStore, knownStorefronts, type Operation, withAccount } from '../state.ts';

/** A storefront, and the public address where the handler receives its webhooks. */
export interface WebhooksRequest {
  readonly storefront: string;
  /**
   * Such as `https://app.example.com/tax-nexus/webhooks/us-store`. Default: below the option `publicUrl`. Users of the HTTP API may
   * name no other one.
   */
  readonly address?: string | undefined;
  /** Who asks for it, in your words: kept in the audit record of `apply`. */
  readonly by?: string | undefined;
}

/** How many deliveries are searched, enough to find every frequent topic. */
const maxDeliveries = 1_000;

/**
 * Looks at a storefront's webhook subscriptions to one address (`status`), or creates and repairs them (`apply`), which leaves an
 * audit record; those to other addresses are left alone. Left with `UNKNOWN_STOREFRONT`, `INVALID`, `NOT_SUPPORTED` or
 * `SOURCE_FAILED`.
 */
export const subscriptionsAt = (
  ports: OperationPorts,
  action: keyof WebhookSubscriptions,
  request: WebhooksRequest,
): Operation<readonly SubscriptionFinding[]> => {
  const { storefront } = request;
  return pipe(
    TE.fromEither(knownStorefronts(ports, [storefront])),
    TE.flatMap(() => TE.fromEither(addressOf(ports, request))),
    TE.flatMap((url) => {
      const connector = ports.connectorOf(storefront);
      const subscriptions = connector?.subscriptions ?? O.none;
      if (connector === undefined || O.isNone(subscriptions))
        return TE.fromEither(
          fail(
            'NOT_SUPPORTED',
            `The platform of "${storefront}" manages its webhooks itself. There is nothing to check.`,
          ),
        );
      const other = otherAt(ports, url, storefront);
      if (other !== undefined)
        return TE.fromEither(
          fail(
            'INVALID',
            `That is the address of "${other}", which does not accept deliveries for ${storefront}. Use the one that ends in /webhooks/${storefront}.`,
          ),
        );
      return withAccount(ports, (state) =>
        pipe(
          fromStore(state.inbox.newestDeliveries(storefront, maxDeliveries)),
          TE.flatMap((deliveries) => {
            const arrived = { alsoAt: addressesOf(ports, url, storefront, connector.platform), deliveries };
            const asked = pipe(subscriptions.value[action](url.href, arrived), TE.mapLeft(sourceFailure));
            return action === 'status' ? asked : audited(ports, state, request, url, asked);
          }),
        ),
      );
    }),
  );
};

export const webhookAddress = text(
  'The address of the webhooks: the option publicUrl, then /webhooks/ and the name of the storefront or its platform. Default: the storefront',
  { minLength: 1, maxLength: 2_000 },
);

export const subscriptionPage = pageOf(
  named(
    'Subscription',
    fields({
      topic: text(),
      state: oneOf('present', 'missing', 'wrong', 'created', 'repaired', 'set by hand'),
      message: text(),
    }),
  ),
);

type AddressPorts = Pick<OperationPorts, 'publicUrl' | 'mayNameAnyAddress' | 'storefronts' | 'connectorOf'>;

const noAddress = fail(
  'INVALID',
  'No address was given, and the option publicUrl is not set. Set publicUrl to the public address of the handler, such as https://app.example.com/tax-nexus.',
);

/**
 * The address that a request is about. The receiver gets whole orders, with names, so users may choose only among the host's
 * addresses, and no header counts.
 */
const addressOf = (ports: AddressPorts, { storefront, address }: WebhooksRequest): E.Either<OperationFailure, URL> => {
  const publicUrl = ports.publicUrl();
  const own = publicUrl === null ? null : new URL(`${publicUrl}/webhooks/${storefront}`);
  if (address === undefined) return own === null ? noAddress : E.right(own);
  const given = parseAddress(address);
  if (ports.mayNameAnyAddress || E.isLeft(given)) return given;
  const allowed =
    own === null ? [] : addressesOf(ports, own, storefront, ports.connectorOf(storefront)?.platform ?? '');
  if (allowed.includes(given.right.href)) return given;
  return fail(
    'INVALID',
    own === null
      ? 'The app has not set its option publicUrl, so no address can be chosen here. Set it, or run tax-nexus webhooks.'
      : `Only the app's own address may be chosen: ${allowed.join(' or ')}.`,
  );
};

const parseAddress = (text: string): E.Either<OperationFailure, URL> =>
  pipe(
    E.tryCatch(
      () => new URL(text),
      () => undefined,
    ),
    E.filterOrElse(
      ({ protocol }) => protocol === 'https:' || protocol === 'http:',
      () => undefined,
    ),
    E.mapLeft(() => ({
      code: 'INVALID',
      message:
        'The address must be a web address. Give the address of the handler as the internet sees it, with https.',
    })),
  );

const ownAddress = /\/webhooks\/([^/]+)\/?$/;

/** The address with the storefront's own name, and with its platform's name if no storefront has that name. */
const addressesOf = (
  { storefronts }: Pick<OperationPorts, 'storefronts'>,
  address: URL,
  storefront: string,
  platform: string,
): readonly string[] =>
  ownAddress.test(address.pathname)
    ? [storefront, ...(storefronts().includes(platform) ? [] : [platform])].map(
        (name) => new URL(address.pathname.replace(/[^/]+\/?$/, name), address).href,
      )
    : [];

/** Another storefront that receives its webhooks at this address; undefined without one. */
const otherAt = (
  { storefronts, connectorOf }: Pick<OperationPorts, 'storefronts' | 'connectorOf'>,
  address: URL,
  storefront: string,
): string | undefined => {
  const [, named] = ownAddress.exec(address.pathname) ?? [];
  const all = storefronts();
  if (named === undefined || named === storefront) return undefined;
  if (named === connectorOf(storefront)?.platform && !all.includes(named)) return undefined;
  return all.find((name) => name === named || connectorOf(name)?.platform === named);
};

const sourceFailure = (error: SourceError): OperationFailure => ({
  code: 'SOURCE_FAILED',
  message: error.message,
  cause: failureCauseOf(error),
});

/** Records who subscribed which address, before the request, so that a process that dies leaves a trace, and after it. */
const audited = (
  { clock }: Pick<OperationPorts, 'clock'>,
  { reviews }: Pick<AccountState, 'reviews'>,
  { storefront, by = null }: Omit<WebhooksRequest, 'by'> & { readonly by?: string | null | undefined },
  { href }: URL,
  apply: Operation<readonly SubscriptionFinding[]>,
): Operation<readonly SubscriptionFinding[]> => {
  const sentAt = instantOfMilliseconds(clock.now());
  const save = (answer: AuditRecord['answer'], message: string): Operation<void> =>
    fromStore(
      reviews.saveCorrection(
        {
          ...{ storefront, sourceId: 'webhooks', id: href, name: href, action: 'subscribe', sentAt },
          ...{ answeredAt: instantOfMilliseconds(clock.now()), answer, message, remoteId: null },
          ...{ digest: digestOf(href), body: null, amounts: null, cause: 'person', by, runId: null, settings: null },
        },
        null,
      ),
    );
  return pipe(
    save('no answer', 'the request began'),
    TE.flatMap(() => apply),
    TE.tap((findings) => save('accepted', changed(findings))),
    TE.orElse((failure) =>
      failure.code === 'SOURCE_FAILED'
        ? pipe(
            save('refused', failure.message),
            TE.flatMap(() => TE.left(failure)),
          )
        : TE.left(failure),
    ),
  );
};

const changed = (findings: readonly SubscriptionFinding[]): string => {
  const topics = findings.filter(({ state }) => state === 'created' || state === 'repaired').map(({ topic }) => topic);
  return topics.length === 0 ? 'nothing was changed' : `subscribed: ${topics.join(', ')}`;
};
