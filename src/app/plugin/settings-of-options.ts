import * as E from 'fp-ts/lib/Either.js';
import { optionsOrEmpty } from '../../domain/options-or-empty.ts';
import type { StorefrontSource } from '../../mapping/source-connector.ts';
import type { Complaint } from '../configuration/complaint.ts';
import { fieldReader } from '../configuration/field-reader.ts';
import { readSchedule } from '../configuration/read-schedule.ts';
import { readService } from '../configuration/read-service.ts';
import { readState } from '../configuration/read-state.ts';
import { isStorefrontName, storefrontNameProblem, storefrontNameRemedy } from '../configuration/is-storefront-name.ts';
import { isSource } from './is-source.ts';
import { jsonLines } from './json-lines.ts';
import type { Foundation, TaxNexusSettings } from './settings.ts';
import { sourceComplaint } from './source-complaint.ts';
import type { TaxNexusOptions } from './tax-nexus-options.ts';
import type { Logger } from '../../domain/environment.ts';

type Options = Partial<TaxNexusOptions<Readonly<Record<string, StorefrontSource>>>>;

/** As they were written, which without a compiler may be anything; undefined when they are no table. */
const writtenIn = ({ storefronts }: Options): Readonly<Record<string, unknown>> | undefined => {
  const given: unknown = storefronts;
  return typeof given === 'object' && given !== null && !Array.isArray(given) ? storefronts : undefined;
};

const foundationOf = (options: Options) => (): E.Either<readonly Complaint[], Foundation> => {
  const { service, state, schedule, frameAncestors = [] } = options;
  const complaints: Complaint[] = [];
  const reader = fieldReader({ service, state, schedule }, '', process.env, complaints);
  const foundation = {
    service: readService(reader.object('service', true)),
    state: readState(reader, process.cwd()),
    schedule: readSchedule(reader.object('schedule', false)),
  };
  const storefronts = writtenIn(options);
  if (storefronts === undefined) {
    complaints.push({ path: 'storefronts', problem: 'it is missing', remedy: "Write storefronts: { 'us-store': … }" });
  }
  for (const [name, source] of Object.entries(storefronts ?? {})) {
    if (!isStorefrontName(name)) {
      complaints.push({ path: `storefronts.${name}`, problem: storefrontNameProblem, remedy: storefrontNameRemedy });
    }
    const complaint = sourceComplaint(name, source);
    if (complaint !== undefined) complaints.push(complaint);
  }
  for (const origin of frameAncestors) {
    if (isFrameAncestor(origin)) continue;
    const problem = 'one of its entries is not the https origin of a site';
    complaints.push({ path: 'frameAncestors', problem, remedy: frameAncestorRemedy });
  }
  return complaints.length === 0 ? E.right(foundation) : E.left(complaints);
};

const settingsOf = (options: Options): TaxNexusSettings => ({
  foundation: foundationOf(options),
  // What is no storefront is complained about with the foundation, at the first use.
  sources: Object.fromEntries(
    Object.entries(writtenIn(options) ?? {}).flatMap(([name, source]) => (isSource(source) ? [[name, source]] : [])),
  ),
  credentials: options.credentials ?? null,
  log:
    options.logger === undefined
      ? jsonLines((line) => void process.stderr.write(line), Date.now)
      : hostLogger(options.logger),
  onEvent: options.onEvent ?? null,
  beforePush: options.hooks?.beforePush ?? null,
  isWorker: options.worker ?? true,
  screen:
    options.authorize === undefined
      ? null
      : { authorize: options.authorize, frameAncestors: options.frameAncestors ?? [] },
});

/** What a host wrote, with its defaults. */
export const settingsOfOptions = (options: Options): TaxNexusSettings => settingsOf(optionsOrEmpty(options));

/** Only an origin: other text could add directives to the browser's policy. */
const isFrameAncestor = (text: string): boolean =>
  /^https:\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?$/i.test(text);

const frameAncestorRemedy = 'Write the origin of each page that may show the screen, such as https://admin.shopify.com';

type Level = keyof Logger;

type Method = (this: unknown, ...words: readonly unknown[]) => void;

/** pino (and with it Fastify) takes the fields before the message and drops them after it. */
const takesFieldsFirst = (logger: Logger): boolean => 'bindings' in logger && typeof logger.bindings === 'function';

/**
 * A host's logger as ours: pino, winston, console. Its methods keep their object, and what they throw changes nothing of our
 * work.
 */
export const hostLogger = (logger: Logger): Logger => {
  const isPino = takesFieldsFirst(logger);
  const write =
    (level: Level): Logger[Level] =>
    (message, fields) => {
      const words = fields === undefined ? [message] : isPino ? [fields, message] : [message, fields];
      try {
        (logger[level] as Method).apply(logger, words);
      } catch {
        // A failing logger must not keep a sale from being sent.
      }
    };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
};
