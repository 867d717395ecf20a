/**
 * Reads a shop's identity and time zone, the scopes of the token, and the optional fields of its API version, before any order.
 */
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { isTimeZone } from '../../src/domain/date-range.ts';
import { decodeAs } from '../../src/domain/decode.ts';
import type { SourceError } from '../../src/domain/errors.ts';
import type { Account } from '../../src/mapping/source-connector.ts';
import type { Policy } from '../../src/mapping/policy.ts';
import { type Access, accessOf } from './client/access.ts';
import { askFor } from './client/ask-for.ts';
import type { Ask } from './client/client.ts';
import { shopAccess, variantFields } from './queries/index.ts';
import { asSourceError, refused } from './errors.ts';
import { idOfGid, maybe } from './records/values.ts';

/** The shop, and what its token may read. */
export interface Shop {
  readonly account: Account;
  readonly access: Access;
}

export const readShop = (ask: Ask, { taxCodes }: Pick<Policy, 'taxCodes'>): TE.TaskEither<SourceError, Shop> =>
  pipe(
    ask(shopAccess, {}),
    TE.mapLeft(asSourceError),
    TE.flatMapEither(toShop(taxCodes !== 'ignore')),
    TE.flatMap((shop) => (shop.access.products ? withVariantTaxCodes(ask)(shop) : TE.right(shop))),
  );

const FieldNames = t.type({ fields: t.readonlyArray(t.type({ name: t.string })) }, 'type');

const ShopAccess = t.intersection(
  [
    t.type({
      shop: t.type({ id: t.string, myshopifyDomain: t.string, ianaTimezone: t.string }, 'Shop'),
      currentAppInstallation: maybe(
        t.type({ accessScopes: t.readonlyArray(t.type({ handle: t.string })) }, 'AppInstallation'),
      ),
    }),
    t.partial({ orderType: maybe(FieldNames) }),
  ],
  'ShopAccess',
);
const decodeShopAccess = decodeAs(ShopAccess);

const toShop =
  (readsProducts: boolean) =>
  (data: unknown): E.Either<SourceError, Shop> =>
    pipe(
      decodeShopAccess(data),
      E.mapLeft(({ problems }) =>
        refused(`Shopify's description of the shop has an unexpected shape: ${problems.join('; ')}`),
      ),
      E.filterOrElse(
        ({ shop }) => isTimeZone(shop.ianaTimezone),
        () => refused("this machine does not know the shop's time zone; update Node.js"),
      ),
      E.map(({ shop, currentAppInstallation, orderType }) => ({
        account: { id: idOfGid(shop.id), name: shop.myshopifyDomain, timeZone: shop.ianaTimezone },
        access: accessOf(
          (currentAppInstallation?.accessScopes ?? []).map(({ handle }) => handle),
          readsProducts,
          orderType?.fields.map(({ name }) => name),
        ),
      })),
    );

/** A version of the API that no longer has the field refuses every query that names it. */
const withVariantTaxCodes =
  (ask: Ask) =>
  (shop: Shop): TE.TaskEither<SourceError, Shop> =>
    pipe(
      () => askFor(ask)(variantFields, {}, '__type', FieldNames),
      TE.orElse((error) => (error._tag === 'SourceRefused' ? TE.right(undefined) : TE.left(error))),
      TE.map((variant) => ({
        ...shop,
        access: { ...shop.access, variantTaxCodes: variant?.fields.some(({ name }) => name === 'taxCode') === true },
      })),
    );
