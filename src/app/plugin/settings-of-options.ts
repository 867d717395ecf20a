/** Reads the options of `createTaxNexus`, which may be anything in an app without a compiler, and fills in defaults. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { filterMap } from 'fp-ts/lib/Record.js';
import * as t from 'io-ts';
import { isRecord, optionsOrEmpty } from '../../domain/fields.ts';
import {
  checkedElsewhere,
  optional,
  readSetting,
  refused,
  type Setting,
  settingNames,
  settingOf,
  settingsOf,
} from '../../domain/setting.ts';
import type { StorefrontOption } from '../../mapping/own-storefront.ts';
import type { StorefrontDirectory } from '../../mapping/storefront-directory.ts';
import { type ConfigurationProblem, mixedModesComplaint, storefrontNameComplaint } from '../configuration/complaint.ts';
import type { Foundation } from '../configuration/configuration.ts';
import { foundationSettings } from '../configuration/foundation-settings.ts';
import { accountComplaint, sourceComplaint, sourceOf } from './storefronts-at-run-time.ts';
import { jsonLines } from './json-lines.ts';
import type { TaxNexusSettings } from './settings.ts';
import type { TaxNexusOptions } from './tax-nexus-options.ts';
import type { Logger } from '../../domain/environment.ts';
import { errorName } from '../../domain/errors.ts';
import { answerInTime, onRejection } from '../../domain/host-function.ts';
import { sleepUntilAborted } from '../system-environment.ts';

type Options = Partial<TaxNexusOptions<Readonly<Record<string, StorefrontOption>>>>;

/** Complaints are returned by `foundation`, at the first use. */
export const settingsOfOptions = (given: Options): TaxNexusSettings => {
  const options = optionsOrEmpty(given);
  const { logger, authorize, frameAncestors = [] } = options;
  // Without a compiler it may be any value; undefined when it is not an object.
  const storefronts = isRecord(options.storefronts) ? options.storefronts : undefined;
  return {
    foundation: () => foundationOf(options, storefronts),
    // A value that is not a storefront is reported with the foundation, at the first use.
    sources: filterMap((given: unknown) => O.fromNullable(sourceOf(given)))(storefronts ?? {}),
    directories: listOf(options.directories).filter(isDirectory),
    credentials: inTime(options.credentials) ?? null,
    hasKey: isRecord(options.service) && (options.service.apiKey ?? null) !== null,
    accounts: typeof options.accounts === 'function' ? options.accounts : null,
    log: logger === undefined ? jsonLines((line) => void process.stderr.write(line), Date.now) : hostLogger(logger),
    onEvent: options.onEvent ?? null,
    beforePush: inTime(options.hooks?.beforePush) ?? null,
    worker: options.worker ?? true,
    screen: authorize === undefined ? null : { authorize: inTime(authorize), frameAncestors },
    written: writtenIn(options),
  };
};

type Method = (this: unknown, ...words: readonly unknown[]) => unknown;

/**
 * Adapts a host's logger: pino, winston, console. Its methods keep their `this`, and may be asynchronous. Their errors do not
 * affect our work.
 *
 * @param report receives one line when the logger fails for the first time. Default: stderr
 */
export const hostLogger = (
  logger: Logger,
  report: (line: string) => void = (line) => void process.stderr.write(line),
): Logger => {
  let isReported = false;
  const failed = (error: unknown): void => {
    if (!isReported) report(loggerFailed(error));
    isReported = true;
  };
  // pino (and with it Fastify) takes the fields before the message and drops them after it.
  const isPino = 'bindings' in logger && typeof logger.bindings === 'function';
  const write =
    (level: keyof Logger): Logger['info'] =>
    (message, fields) => {
      const words = fields === undefined ? [message] : isPino ? [fields, message] : [message, fields];
      try {
        onRejection((logger[level] as Method).call(logger, ...words), failed);
      } catch (error) {
        failed(error);
      }
    };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
};

const accounts = settingOf<Options['accounts']>(null, (written, context) =>
  typeof written === 'function'
    ? t.success(written as Options['accounts'])
    : refused(context, 'it is not a function', 'Write accounts: (account) => ({ apiKey: … })'),
);

const frameAncestorRemedy = 'Write the origin of each page that may show the screen, such as https://admin.shopify.com';

const foundationOf = (
  options: Options,
  storefronts: Readonly<Record<string, unknown>> | undefined,
): E.Either<readonly ConfigurationProblem[], Foundation> => {
  const { frameAncestors = [], directories, service, accounts } = options;
  const hasKey = isRecord(service) && (service.apiKey ?? null) !== null;
  const foundation = readSetting('')(optionSettings(accounts === undefined), options);
  const complaints: ConfigurationProblem[] = E.isLeft(foundation) ? [...foundation.left] : [];
  if (storefronts === undefined) {
    complaints.push({ path: 'storefronts', problem: 'it is missing', remedy: "Write storefronts: { 'us-store': … }" });
  }
  const hasAccounts = { hasKey: hasKey || accounts === undefined, hasAccounts: accounts !== undefined };
  for (const [name, source] of Object.entries(storefronts ?? {})) {
    const found = [
      storefrontNameComplaint(`storefronts.${name}`, name),
      sourceComplaint(name, source) ?? accountComplaint(`storefronts.${name}`, source, hasAccounts),
    ];
    complaints.push(...found.filter((complaint) => complaint !== undefined));
  }
  const modes = Object.entries(storefronts ?? {}).map(([name, source]) => [name, sourceOf(source)?.mode] as const);
  const mixed = mixedModesComplaint(modes);
  if (mixed !== undefined) complaints.push(mixed);
  if (!listOf(directories).every(isDirectory)) {
    const problem = 'one of its entries is not a directory of storefronts';
    complaints.push({ path: 'directories', problem, remedy: 'Write directories: [shopifySessions({ … })]' });
  }
  for (const origin of frameAncestors) {
    if (isFrameAncestor(origin)) continue;
    const problem = 'one of its entries is not the https origin of a site';
    complaints.push({ path: 'frameAncestors', problem, remedy: frameAncestorRemedy });
  }
  return complaints.length === 0 ? foundation : E.left(complaints);
};

type Checked = Pick<Options, 'accounts' | 'hooks'>;

/** The options that a file may hold are the foundation; the others are code. */
const optionSettings = (needsKey: boolean): Setting<Foundation & Checked> =>
  settingsOf<Foundation & Checked>({
    ...foundationSettings({ folder: process.cwd(), env: process.env, needsKey }),
    ...codeSettings(),
  });

const codeSettings = () => ({
  accounts: optional(accounts),
  hooks: optional(settingsOf<NonNullable<Options['hooks']>>({ beforePush: checkedElsewhere })),
  ...{ storefronts: checkedElsewhere, directories: checkedElsewhere, credentials: checkedElsewhere },
  ...{ worker: checkedElsewhere, logger: checkedElsewhere, onEvent: checkedElsewhere },
  ...{ authorize: checkedElsewhere, frameAncestors: checkedElsewhere },
});

/** A host without a compiler may write any value. */
const listOf = (directories: Options['directories'] = []): readonly unknown[] =>
  Array.isArray(directories) ? directories : [directories];

const isDirectory = (given: unknown): given is StorefrontDirectory =>
  isRecord(given) && typeof given['readPage'] === 'function' && typeof given['find'] === 'function';

/** Only an origin: other text could add directives to the browser's policy. */
const isFrameAncestor = (text: string): boolean =>
  /^https:\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?$/i.test(text);

type HostFunction<Given extends readonly unknown[], A> = (...given: Given) => A | Promise<A>;

/** The same function, but a call that takes longer than 30 seconds rejects with a `TimeoutError`. */
function inTime<Given extends readonly unknown[], A>(ask: HostFunction<Given, A>): HostFunction<Given, A>;
function inTime<Given extends readonly unknown[], A>(
  ask: HostFunction<Given, A> | undefined,
): HostFunction<Given, A> | undefined;
function inTime<Given extends readonly unknown[], A>(ask: HostFunction<Given, A> | undefined) {
  return ask && ((...given: Given) => answerInTime(sleepUntilAborted, () => ask(...given)));
}

const loggerFailed = (error: unknown): string =>
  `tax-nexus-sync: the option "logger" failed (${errorName(error)}). Its lines may be missing; the work continues.\n`;

/** The names of the options that are set. */
const writtenIn = (options: Options): readonly string[] => {
  const inCode = Object.keys(codeSettings()).filter((name) => options[name as keyof Options] !== undefined);
  return [...new Set([...settingNames(optionSettings(true).schema, options), ...inCode])].sort();
};
