/** The `TaxNexus` of one command: finds the account that the command is about, and offers what only commands may do. */
import * as O from 'fp-ts/lib/Option.js';
import { defaultAccount } from '../../domain/inbox.ts';
import { liveWorker } from '../../live/index.ts';
import { noStorefront } from '../../pipeline/failures.ts';
import type { ReviewUrl } from '../../reconcile/review-link.ts';
import type { PruneCounts } from '../../domain/prune-store.ts';
import { rightOrThrow } from '../../operations/tax-nexus-error.ts';
import type { PruneOptions } from '../../operations/prune.ts';
import type { CommandPorts, MakeLiveWorker } from './command-ports.ts';
import type { Promises } from './promises.ts';
import type { TaxNexusSettings } from './settings.ts';
import type { StorefrontTable } from './storefront-table.ts';
import { errorOf, TaxNexusError } from './tax-nexus-error.ts';
import { type Assembled, assemble } from './tax-nexus-of.ts';
import type { TaxNexus } from './tax-nexus.ts';

/** The account, storefronts and run that a command names. */
export interface About {
  readonly account?: string | undefined;
  /** Storefronts that are not configured are asked of the app's option `credentials`. */
  readonly storefronts?: readonly string[] | undefined;
  /** A run; null for the newest one. */
  readonly run?: string | null | undefined;
}

/** A `TaxNexus` with what the command line needs of the process around it. */
export interface Command extends Pick<Assembled<string>, 'exclusively'> {
  readonly taxNexus: TaxNexus<string>;
  /** Opens the sync database, and lists the app's directories. Rejects like `start`. */
  readonly open: () => Promise<void>;
  /**
   * The promises of the account that a command is about. Rejects when it is about several accounts, or the account is unknown.
   */
  readonly choose: (about: About) => Promise<Chosen>;
  readonly connectorOf: StorefrontTable['connectorOf'];
}

/** The chosen account. */
export interface Chosen extends Promises, Pick<Command, 'exclusively' | 'connectorOf'> {
  readonly prune: (options: PruneOptions) => Promise<PruneCounts>;
  readonly storefronts: readonly string[];
  readonly reviewUrl: ReviewUrl;
}

/** A `TaxNexus` for one command. Opens nothing. */
export const commandOf = (
  settings: TaxNexusSettings,
  ports: CommandPorts,
  makeLiveWorker: MakeLiveWorker = liveWorker,
): Command => {
  const { taxNexus, opened, table, promises, exclusively } = assemble<string>(settings, makeLiveWorker, ports);
  const add = async (names: readonly string[]): Promise<void> => {
    for (const name of settings.credentials === null ? [] : names.filter((one) => !(one in table.ports))) {
      await taxNexus.storefronts.add(name).catch((error: unknown) => {
        // A name that the app does not know is reported later, with the known names.
        if (!(error instanceof TaxNexusError) || error.code !== 'UNKNOWN_STOREFRONT') throw error;
      });
    }
  };
  const accountAbout = async ({ account, storefronts, run }: About): Promise<string> => {
    if (account !== undefined) return account;
    const ofRun = run === undefined ? O.none : await (await opened()).accountNameOfRun(run ?? undefined);
    if (O.isSome(ofRun)) return ofRun.value;
    const about = (storefronts ?? table.names()).filter((name) => name in table.ports);
    const [first, ...others] = new Set(about.map(table.accountOf));
    if (others.length > 0)
      throw new TaxNexusError(
        'ACCOUNT',
        `The storefronts are of ${others.length + 1} accounts, and a command works on one. Name it with --account, or its storefronts.`,
      );
    if (first === undefined && !settings.hasKey) throw errorOf(noStorefront(table.names()));
    return first ?? defaultAccount;
  };
  const common = { exclusively, connectorOf: table.connectorOf };
  return {
    ...{ ...common, taxNexus },
    open: async () => {
      await opened();
      await taxNexus.storefronts.refresh();
    },
    choose: async (about) => {
      await add(about.storefronts ?? []);
      const { name, reviewUrl } = await (await opened()).account(await accountAbout(about));
      const { ports, ...own } = promises(name);
      const prune: Chosen['prune'] = async (options) =>
        rightOrThrow(await (await import('../../operations/prune.ts')).prune(ports, options)());
      return { ...own, ...common, prune, storefronts: Object.keys(table.portsOf(name)), reviewUrl };
    },
  };
};
