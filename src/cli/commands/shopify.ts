/** `tax-nexus shopify migrate-token`: exchanges a Shopify token that never expires for an expiring one, after `--yes`. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { migrateStorefrontToken } from '../../app/load-connector.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { type CommonOptions, idle, openConfiguration, withAccount } from '../open-command.ts';
import { json } from '../render/text.ts';

export interface MigrateTokenOptions extends CommonOptions {
  readonly storefront: string;
  /** The person agrees to the exchange. */
  readonly yes?: boolean;
  readonly json?: boolean;
}

const describe = {
  'expires already': 'The token already expires, and is refreshed automatically. There is nothing to do.',
  'can be migrated':
    'The token does not expire. Nothing was changed. With --yes it is exchanged for one that lasts an hour and is refreshed automatically; the old one stops working at once. First make sure that your app refreshes tokens too: new installs must use `expiring: true`, or the flag expiringOfflineAccessTokens of the app template.',
  migrated: 'The token was exchanged and stored. It now expires after an hour, and is refreshed automatically.',
};

export const migrateToken = async (
  io: CliIo,
  { storefront, yes = false, ...options }: MigrateTokenOptions,
): Promise<ExitCode> => {
  const configuration = await openConfiguration(io, options);
  if (E.isLeft(configuration)) return configuration.left;
  const { storefronts } = configuration.right;
  return withAccount(
    io,
    options,
    async ({ exclusively }) => {
      const configured = Object.hasOwn(storefronts, storefront) ? storefronts[storefront] : undefined;
      if (configured === undefined) {
        io.err(`There is no storefront "${storefront}". Configured: ${Object.keys(storefronts).join(', ')}.\n`);
        return exitCode.usage;
      }
      const migration = await migrateStorefrontToken(configured, exclusively, yes);
      if (E.isLeft(migration)) {
        io.err(`${migration.left.message}.\n`);
        return migration.left._tag === 'SourceCredentialsRefused' ? exitCode.credentials : exitCode.needsAttention;
      }
      if (O.isNone(migration.right)) {
        io.err(
          `The token of "${storefront}" is not in a session storage that this command can reach. Set accessToken to tokenFromSessions(…) in a configuration written in TypeScript or JavaScript.\n`,
        );
        return exitCode.usage;
      }
      const { state } = migration.right.value;
      io.out(options.json === true ? json({ storefront, state }) : `${storefront}: ${describe[state]}\n`);
      return state === 'can be migrated' ? exitCode.needsAttention : exitCode.settled;
    },
    { storefronts: [storefront] },
    { ...idle, configuration: configuration.right },
  );
};
