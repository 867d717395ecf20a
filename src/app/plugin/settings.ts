import type * as E from 'fp-ts/lib/Either.js';
import type { Logger } from '../../domain/environment.ts';
import type { StorefrontSource } from '../../mapping/source-connector.ts';
import type { StorefrontDirectory } from '../../mapping/storefront-directory.ts';
import type { BeforePush } from '../../pipeline/ports.ts';
import type { Authorize } from '../../web/index.ts';
import type { ConfigurationProblem } from '../configuration/complaint.ts';
import type { Foundation } from '../configuration/configuration.ts';
import type { Listener } from './event-hub.ts';
import type { AccountsOption, Credentials } from './tax-nexus-options.ts';

export interface ScreenSettings {
  readonly authorize: Authorize;
  readonly frameAncestors: readonly string[];
}

/** A `TaxNexus` to be made, whether a host wrote its options or the command line its configuration. */
export interface TaxNexusSettings {
  /** Asked at the first use, and again as long as there are complaints. */
  readonly foundation: () => E.Either<readonly ConfigurationProblem[], Foundation>;
  readonly sources: Readonly<Record<string, StorefrontSource>>;
  readonly directories: readonly StorefrontDirectory[];
  readonly credentials: Credentials | null;
  /** Whether there is one API key, for storefronts that name no account. */
  readonly hasKey: boolean;
  /** Null where all storefronts are of one account, that of `service.apiKey`. */
  readonly accounts: {
    readonly settingsOf: AccountsOption;
    /** What the option `service` gives to all of them, as the host wrote it. */
    readonly service: object;
  } | null;
  readonly log: Logger;
  readonly onEvent: Listener | null;
  readonly beforePush: BeforePush | null;
  /** See `TaxNexusOptions.worker`. */
  readonly worker: boolean | 'tick';
  /** Null keeps the screen off. */
  readonly screen: ScreenSettings | null;
}
