/** The settings of an app, whether they come from the options of `createTaxNexus` or from a configuration file. */
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

/** All that a `TaxNexus` is made from. */
export interface TaxNexusSettings {
  /** Read at the first use, and again as long as there are complaints. */
  readonly foundation: () => E.Either<readonly ConfigurationProblem[], Foundation>;
  readonly sources: Readonly<Record<string, StorefrontSource>>;
  readonly directories: readonly StorefrontDirectory[];
  readonly credentials: Credentials | null;
  /** Whether there is an API key for storefronts that name no account. */
  readonly hasKey: boolean;
  /** Null if all storefronts belong to the account of `service.apiKey`. */
  readonly accounts: AccountsOption | null;
  readonly log: Logger;
  readonly onEvent: Listener | null;
  readonly beforePush: BeforePush | null;
  /** See `TaxNexusOptions.worker`. */
  readonly worker: boolean | 'tick';
  /** Null keeps the screen off. */
  readonly screen: ScreenSettings | null;
  /** The names of the settings that are set; see `settingNames`. */
  readonly written: readonly string[];
}
