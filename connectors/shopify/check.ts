import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { SourceError } from '../../src/domain/errors.ts';
import type { Readiness } from '../../src/mapping/source-connector.ts';
import type { Shop } from './account.ts';
import { askFor } from './api/ask-for.ts';
import { addressFinding } from './sale/address-finding.ts';
import type { AdminApi } from './api/client.ts';
import { connection } from './records/connection.ts';
import { ordersCount, probeOrders } from './documents/index.ts';
import { MailingAddress } from './records/mailing-address.ts';
import { maybe } from './records/maybe.ts';
import { scopeFindings } from './api/scope-findings.ts';
import { versionFinding } from './api/version-finding.ts';

const Count = t.type({ count: t.number }, 'Count');

const Probed = connection(t.partial({ shippingAddress: maybe(MailingAddress) }));

/**
 * Looks at what stands between the shop and a complete history: the token, its scopes, the wall of 60 days, protected
 * customer data, the shop's time zone, the number of orders and the version of the API. Reads a few orders' places and
 * keeps nothing of them.
 *
 * Left when the shop cannot be asked at all. A denial while probing is a finding that stops, with its remedy.
 */
export const check =
  (
    { ask, answeredVersion }: AdminApi,
    readShop: TE.TaskEither<SourceError, Shop>,
  ): TE.TaskEither<SourceError, Readiness> =>
  async () => {
    const shop = await readShop();
    if (E.isLeft(shop)) return shop;
    const { account, access } = shop.right;
    const scopes = scopeFindings(access);
    const findings = [
      {
        level: 'fine' as const,
        subject: 'shop',
        message: `${account.name} (id ${account.id}); days are counted in ${account.timeZone}`,
      },
      ...scopes,
    ];
    if (!access.orders) return E.right({ account, findings, records: O.none });

    const probe = await askFor(ask)(probeOrders, {}, 'orders', Probed);
    if (E.isLeft(probe) && probe.left._tag !== 'SourceCredentialsRefused') return probe;
    const count = await askFor(ask)(ordersCount, { query: null }, 'ordersCount', Count);
    return E.right({
      account,
      findings: [
        ...findings,
        E.isLeft(probe)
          ? { level: 'stops', subject: 'protected customer data', message: probe.left.message }
          : addressFinding(probe.right?.nodes ?? []),
        versionFinding(answeredVersion()),
      ],
      records: E.isLeft(count) ? O.none : O.fromNullable(count.right?.count),
    });
  };
