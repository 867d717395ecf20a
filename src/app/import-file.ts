/** Adds a CSV export of sales to the settings as one more storefront, attributed to the shop or account whose sales it has. */
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { csvConnector, type CsvConnector, openCsvFile, scanOnce } from '../../connectors/csv/index.ts';
import { defaultAccount } from '../domain/inbox.ts';
import { type DateRange, isTimeZone } from '../domain/date-range.ts';
import type { Clock } from '../domain/environment.ts';
import { errorName, type SourceError } from '../domain/errors.ts';
import { processLock } from '../domain/async.ts';
import { defaultPolicy, type Policy, policyWith } from '../mapping/policy.ts';
import type { Account, SourceConnector, SourceEnvironment, StorefrontSource } from '../mapping/source-connector.ts';
import { failureOf, type OperationFailure } from '../operations/failure.ts';
import { toSourceFailure } from '../pipeline/failures.ts';
import type { TaxNexusSettings } from './plugin/settings.ts';
import { systemClock } from './system-environment.ts';

/** A file, and the seller of its sales. */
export interface ImportRequest {
  readonly path: string;
  /** The name of the storefront that the file becomes; each of its later exports uses the same name. */
  readonly storefront: string;
  /** The configured storefront that made these sales. */
  readonly of?: string | undefined;
  /** The shop or account, if no storefront of it is configured. */
  readonly platformAccount?: string | undefined;
  readonly timeZone?: string | undefined;
  /** The account at the service. */
  readonly account?: string | undefined;
}

/** The settings with the file as one more storefront: behind the one whose sales it has, else last in precedence. */
export interface ImportedFile {
  readonly settings: TaxNexusSettings;
  /** The days that the file covers. Reads the whole file. */
  readonly days: TE.TaskEither<OperationFailure, DateRange>;
  /** A sentence that names the seller, for the person who sends the sales. */
  readonly attribution: TE.TaskEither<SourceError, string>;
}

/** The shop or account that made the sales. */
interface Seller {
  readonly platform: string;
  readonly platformName: string;
  readonly account: TE.TaskEither<SourceError, Account>;
  /** The configured storefront of the shop or account; null without one. */
  readonly owner: { readonly name: string; readonly source: StorefrontSource } | null;
}

const platformNames: Readonly<Record<string, string>> = { shopify: 'Shopify', stripe: 'Stripe' };

/** The form of a platform's ids of shops and accounts. A domain or a name in their place would send all sales twice. */
const accountIds: Readonly<Record<string, { readonly pattern: RegExp; readonly remedy: string }>> = {
  shopify: {
    pattern: /^\d+$/,
    remedy: "Shopify's number of the shop: the id at https://<shop>.myshopify.com/meta.json",
  },
  stripe: { pattern: /^acct_\w+$/, remedy: "Stripe's id of the account, acct_…: in the dashboard's settings" },
};

/** Not a number: JavaScript would put it before all other storefronts, and precedence is their order. */
const namePattern = /^[a-z][a-z0-9_.-]{0,59}$/;

const environment: SourceEnvironment = { clock: systemClock, exclusively: processLock };

/** Left with a sentence for the person who named the file; then only its header was read. */
export const importFile = async (
  settings: TaxNexusSettings,
  request: ImportRequest,
): Promise<E.Either<string, ImportedFile>> => {
  const problem = problemOf(settings, request);
  if (problem !== undefined) return E.left(problem);
  const opened = await openCsvFile(request.path)();
  if (E.isLeft(opened)) return E.left(opened.left.message);
  const file = opened.right;
  const seller = await sellerOf(settings, request, file.shape);
  if (E.isLeft(seller)) return seller;
  const { account, owner, ...platform } = seller.right;
  const live = owner?.source ?? null;
  const scan = scanOnce(file);
  const connectorWith = (policy: Policy, clock: Clock): CsvConnector =>
    csvConnector({ file, scan, account, platform, policy, clock });
  // The account of the owner, because the sales of one shop are never sent to two accounts.
  const taxAccount = live === null ? request.account : live.taxAccount;
  const sourceWith = (policy: Policy): StorefrontSource => ({
    open: ({ clock }) => connectorWith(policy, clock),
    policy,
    ...(taxAccount !== undefined && { taxAccount }),
    ...(live?.mode !== undefined && { mode: live.mode }),
    withDefaults: (choices) => {
      const merged = live === null ? policyWith(choices) : E.right(live.withDefaults?.(choices).policy ?? policy);
      return sourceWith(E.isRight(merged) ? merged.right : policy);
    },
  });
  const policy = live?.policy ?? defaultPolicy;
  return E.right({
    settings: {
      ...settings,
      sources: withSource(settings.sources, owner?.name, request.storefront, sourceWith(policy)),
    },
    days: pipe(
      connectorWith(policy, systemClock).days,
      TE.mapLeft((error) => failureOf(toSourceFailure(request.storefront, error))),
    ),
    attribution: pipe(
      account,
      TE.map(({ id }) => {
        const whose =
          owner === null ? `${platform.platformName} ${id}` : `${owner.name} (${platform.platformName} ${id})`;
        return `The file is taken to have the sales of ${whose}, for the account ${taxAccount ?? defaultAccount}.`;
      }),
    ),
  });
};

const openSource = (source: StorefrontSource): E.Either<string, SourceConnector> =>
  E.tryCatch(
    () => source.open(environment),
    (thrown) => errorName(thrown),
  );

const needsTimeZone: E.Either<string, never> = E.left(
  'Name the time zone in which its days are counted, such as --time-zone America/New_York.',
);

/**
 * The configured storefront of a shop or account. Left if a storefront of the platform cannot be asked for its account, because
 * it may be this one.
 */
const ownerByAccount = async (
  sources: TaxNexusSettings['sources'],
  platform: string,
  platformAccount: string,
): Promise<E.Either<string, string | undefined>> => {
  for (const [name, source] of Object.entries(sources)) {
    const connector = openSource(source);
    if (E.isRight(connector) && connector.right.platform !== platform) continue;
    const account = E.isRight(connector) ? await connector.right.account() : null;
    if (account === null || E.isLeft(account))
      return E.left(`It cannot be checked whether these are the sales of ${name}. Try again later.`);
    if (account.right.id === platformAccount) return E.right(name);
  }
  return E.right(undefined);
};

/**
 * The storefront that --of names, or the one of the shop or account, or the only one of the file's platform; undefined without
 * one.
 */
const ownerOf = async (
  { sources }: TaxNexusSettings,
  { of, platformAccount, account }: ImportRequest,
  platform: string | null,
): Promise<E.Either<string, string | undefined>> => {
  if (platformAccount !== undefined && (of !== undefined || platform === null)) {
    return E.left(
      '--platform-account is for exports of a shop or account that no storefront has. Use --of alone, or neither.',
    );
  }
  if (of !== undefined) {
    return Object.hasOwn(sources, of)
      ? E.right(of)
      : E.left(`There is no storefront "${of}". Configured: ${Object.keys(sources).join(', ') || 'none'}.`);
  }
  if (platform === null) return E.right(undefined);
  if (platformAccount !== undefined) return ownerByAccount(sources, platform, platformAccount);
  const [first, ...others] = Object.entries(sources).filter(([, source]) => {
    const connector = openSource(source);
    return (
      E.isRight(connector) &&
      connector.right.platform === platform &&
      (account ?? source.taxAccount) === source.taxAccount
    );
  });
  return others.length > 0
    ? E.left(
        `Several storefronts are of ${platformNames[platform] ?? platform}. Name the one whose sales these are with --of.`,
      )
    : E.right(first?.[0]);
};

const sellerOf = async (
  settings: TaxNexusSettings,
  request: ImportRequest,
  shape: { readonly name: string; readonly platform: string | null; readonly platformName: string },
): Promise<E.Either<string, Seller>> => {
  const { storefront, platformAccount, timeZone } = request;
  const owner = await ownerOf(settings, request, shape.platform);
  if (E.isLeft(owner)) return owner;
  const source = owner.right === undefined ? undefined : settings.sources[owner.right];
  if (owner.right !== undefined && source !== undefined) {
    const ofOwner = source.taxAccount ?? defaultAccount;
    if (request.account !== undefined && request.account !== ofOwner) {
      return E.left(
        `The sales of ${owner.right} are sent to the account ${ofOwner}, not ${request.account}. Leave out --account.`,
      );
    }
    const live = openSource(source);
    if (E.isLeft(live)) return E.left(`The storefront ${owner.right} cannot be opened (${live.left}).`);
    const { platform, account } = live.right;
    const platformName = platformNames[platform];
    if (platformName === undefined || (shape.platform !== null && shape.platform !== platform)) {
      return E.left(`The file is ${shape.name}, and ${owner.right} is a storefront of ${platformName ?? platform}.`);
    }
    return E.right({
      ...{ platform, platformName, owner: { name: owner.right, source } },
      account: pipe(
        account,
        TE.map((known) => ({ ...known, timeZone: timeZone ?? known.timeZone })),
      ),
    });
  }
  const ids = accountIds[shape.platform ?? ''];
  if (ids !== undefined && !ids.pattern.test(platformAccount ?? '')) {
    return E.left(`Name whose sales these are: --of with its storefront, or --platform-account with ${ids.remedy}.`);
  }
  if (timeZone === undefined) return needsTimeZone;
  return E.right({
    ...{ platform: shape.platform ?? 'csv', platformName: shape.platformName, owner: null },
    account: TE.right({ id: ids === undefined ? storefront : (platformAccount ?? ''), name: storefront, timeZone }),
  });
};

const problemOf = ({ sources }: TaxNexusSettings, { storefront, timeZone }: ImportRequest): string | undefined => {
  if (!namePattern.test(storefront))
    return 'Name the storefront with a small letter, then small letters, digits, dots and hyphens.';
  if (Object.keys(sources).some((one) => one.toLowerCase() === storefront)) {
    return `"${storefront}" is a configured storefront. Give the file another name; --of names the storefront whose sales it has.`;
  }
  return timeZone === undefined || isTimeZone(timeZone)
    ? undefined
    : 'The time zone is not an IANA name such as America/New_York.';
};

/** Adds a storefront behind the one named `after`. */
const withSource = (
  sources: TaxNexusSettings['sources'],
  after: string | undefined,
  name: string,
  source: StorefrontSource,
): TaxNexusSettings['sources'] => {
  const entries = Object.entries(sources);
  const at = entries.findIndex(([one]) => one === after);
  return Object.fromEntries(entries.toSpliced(at === -1 ? entries.length : at + 1, 0, [name, source]));
};
