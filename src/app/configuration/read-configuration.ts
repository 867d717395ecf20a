/** Checks a whole configuration, with problems that never quote one of its values, and fills in its defaults. */
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { fieldOf, isRecord } from '../../domain/fields.ts';
import { isTestKey } from '../../domain/recognized-secret.ts';
import {
  mapOf,
  optional,
  readSetting,
  refused,
  type Setting,
  settingNames,
  settingOf,
  settingsOf,
  textSetting,
  withDefault,
} from '../../domain/setting.ts';
import {
  accountNameComplaint,
  type ConfigurationProblem,
  mixedModesComplaint,
  storefrontNameComplaint,
} from './complaint.ts';
import type { Configuration, Foundation, StorefrontConfiguration } from './configuration.ts';
import { foundationSettings } from './foundation-settings.ts';
import type { Env } from '../../domain/secret-setting.ts';
import { accountSettings, accountUnder, type WrittenAccount } from './service-settings.ts';
import { type StorefrontContext, storefrontSetting } from './storefront-settings.ts';

interface ConfigurationContext {
  /** The folder of the configuration file, from which relative paths start. */
  readonly folder: string;
  /** The process's environment variables. */
  readonly env: Env;
}

/**
 * Resolves its secrets, too. Left holds every problem, not only the first one.
 *
 * @example
 * readConfiguration({ service: {…}, storefronts: {…} }, { folder: process.cwd(), env: process.env })
 */
export const readConfiguration = (
  written: unknown,
  context: ConfigurationContext,
): E.Either<readonly ConfigurationProblem[], Configuration> => {
  if (!isRecord(written)) {
    const remedy = 'Run tax-nexus init to get a commented one';
    return E.left([{ path: 'the configuration', problem: 'it is not an object', remedy }]);
  }
  const settings = configurationSettings(written, context);
  return pipe(
    readSetting('')(settings, written),
    E.map(({ accounts, ...configuration }) => ({
      ...configuration,
      written: settingNames(settings.schema, written),
      accounts: Object.fromEntries(
        Object.entries(accounts).map(([name, account]) => [name, accountUnder(configuration.service, account)]),
      ),
    })),
  );
};

interface Written extends Foundation {
  readonly $schema?: string;
  readonly accounts: Readonly<Record<string, WrittenAccount>>;
  readonly storefronts: Readonly<Record<string, StorefrontConfiguration>>;
}

/** @param written decides which accounts a storefront may name, and whether the service needs a key */
export const configurationSettings = (
  written: Readonly<Record<string, unknown>>,
  { folder, env }: ConfigurationContext,
): Setting<Written> => {
  const { accounts } = written;
  const hasKey = (fieldOf(written['service'], 'apiKey') ?? null) !== null;
  return settingsOf<Written>({
    $schema: optional(textSetting('Write the path of the schema for your editor, or remove it')),
    ...foundationSettings({ folder, env, needsKey: accounts === undefined }),
    accounts: withDefault(
      mapOf(settingsOf(accountSettings(env)), (name) => accountNameComplaint(name, name)),
      {},
    ),
    storefronts: storefrontsSetting({
      env,
      accounts: isRecord(accounts) ? Object.keys(accounts) : [],
      serviceHasKey: hasKey || accounts === undefined,
    }),
  });
};

const storefrontsSetting = (context: StorefrontContext): Setting<Written['storefronts']> => {
  const all = mapOf(storefrontSetting(context), (name) => storefrontNameComplaint(name, name));
  return settingOf(all.schema, (written, at) => {
    if (isRecord(written) && Object.keys(written).length === 0) {
      return refused(at, 'it holds no storefront', 'Add one: "us-store": { "connector": "shopify", … }');
    }
    const read = all.validate(written, at);
    const mixed = E.isRight(read) ? mixedModesComplaint(Object.entries(read.right).map(modeOf)) : undefined;
    return mixed === undefined ? read : refused(at, mixed.problem, mixed.remedy);
  });
};

const modeOf = ([name, storefront]: readonly [string, StorefrontConfiguration]) => {
  const key = storefront.connector === 'stripe' ? storefront.secretKey : undefined;
  const mode = key === undefined || typeof key === 'function' ? undefined : isTestKey(key.reveal()) ? 'test' : 'live';
  return [name, mode] as const;
};
