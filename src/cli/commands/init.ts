/**
 * `tax-nexus init`: makes a configuration for a newcomer, with keys that were tried at once, puts the plugin into the framework of
 * the app, and shows a first preview.
 */
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { describeComplaint } from '../../app/configuration/complaint.ts';
import { configurationFiles } from '../../app/configuration/configuration.ts';
import { foreignProblem } from '../../app/configuration/find-configuration.ts';
import { takeVariables } from '../../app/configuration/load-configuration.ts';
import type { CliIo } from '../cli-io.ts';
import { configText, type WrittenConfiguration, type WrittenStorefront } from '../config-text.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { writeHostFiles } from '../host-files.ts';
import { hostsIn } from '../hosts.ts';
import { Ended, type Prompter } from '../prompter.ts';
import { askAll, type Given, nameOfShop, serviceProblem, storefrontSays } from '../wizard.ts';
import { sync } from './sync.ts';

interface InitOptions extends Given {
  /** Asks nothing: options and environment variables have all answers. */
  readonly yes?: boolean;
}

const file = 'tax-nexus.config.mjs';

/** Written when there is no terminal to ask on: every value is an example. */
const template: WrittenConfiguration = {
  baseUrl: 'https://api.example.com',
  storefronts: [
    {
      name: 'us-store',
      connector: 'shopify',
      shop: 'acme.myshopify.com',
      credentials: { accessToken: { env: 'SHOPIFY_TOKEN' } },
    },
  ],
};

/**
 * Never overwrites a configuration. It asks on a terminal, reads options with `--yes`, and writes a commented example otherwise.
 * Keys and tokens are tried at the service and the platform, and are not written into the configuration.
 */
export const init = async (io: CliIo, { yes = false, ...given }: InitOptions): Promise<ExitCode> => {
  const existing = configurationFiles.find((name) => existsSync(join(io.folder, name)));
  if (existing !== undefined) {
    io.err(`${existing} is already here and was left as it is.\n`);
    return exitCode.usage;
  }
  const variables = join(io.folder, '.env');
  // Checked first, because the typed values would be added to this file.
  const foreign = existsSync(variables) ? foreignProblem(variables, io.folder) : undefined;
  const refused = foreign ?? takeVariables(variables, io.loadEnvFile);
  if (refused !== undefined) {
    io.err(`${describeComplaint(refused)}\n`);
    return exitCode.usage;
  }
  if (yes) return withoutQuestions(io, given);
  if (io.prompter !== null) return withQuestions(io, io.prompter, given);
  if (!write(io, template)) return exitCode.usage;
  io.err(`Wrote ${file}. Fill it in, then run: npx tax-nexus check\n`);
  await writeForHost(io, template);
  return exitCode.settled;
};

const write = (io: CliIo, configuration: WrittenConfiguration): boolean => {
  try {
    writeFileSync(join(io.folder, file), configText(configuration, io.env), { flag: 'wx' });
    return true;
  } catch {
    io.err(`${file} cannot be written here. Check the permissions of the folder.\n`);
    return false;
  }
};

/** Writes the route and the start of the plugin for the framework in `package.json`; on a terminal it asks first. */
const writeForHost = async (io: CliIo, configuration: WrittenConfiguration, asking?: Prompter): Promise<void> => {
  const [host] = hostsIn(io.folder);
  if (host === undefined) return;
  io.err(`\npackage.json has ${host.name}.\n`);
  const question = `Write the plugin, and its route and start in ${host.name}?`;
  if (asking !== undefined && !(await orIfEnded(asking.confirm(question, true), false))) return;
  writeHostFiles(io, host, configuration);
};

/** Quotes without escapes, because files of variables have none. */
const quotedFor = (value: string): string => {
  const quote = ["'", '"', '`'].find((one) => !value.includes(one)) ?? '';
  return `${quote}${value}${quote}`;
};

/** Saves the typed values in `.env`, readable only for its owner. */
const keep = ({ folder, err }: CliIo, typed: Readonly<Record<string, string>>): void => {
  const path = join(folder, '.env');
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const lines = Object.entries(typed).map(([name, value]) => `${name}=${quotedFor(value)}\n`);
  try {
    // Creates a new file only if the name is free: otherwise the keys would follow a dangling link.
    const flag = existsSync(path) ? 'a' : 'wx';
    writeFileSync(path, `${before === '' || before.endsWith('\n') ? '' : '\n'}${lines.join('')}`, {
      flag,
      mode: 0o600,
    });
    chmodSync(path, 0o600);
    // On Windows the folder decides who may read a file.
    const isPrivate = (statSync(path).mode & 0o077) === 0;
    err(`Saved in .env${isPrivate ? ', readable for you alone' : ''}. Never commit it: put .env into .gitignore.\n`);
  } catch {
    err(`.env cannot be written here. Set these variables yourself: ${Object.keys(typed).join(', ')}.\n`);
  }
};

const preview = (io: CliIo, env: CliIo['env'], days: string): Promise<ExitCode> => {
  io.err(`\nPreview of ${days}. Nothing is sent.\n`);
  const range = /^\d{4}-\d{2}$/.test(days)
    ? { month: days }
    : /^\d{4}-q/i.test(days)
      ? { quarter: days }
      : { from: days };
  return sync({ ...io, env }, { dryRun: true, ...range });
};

/** The configuration that the options describe. */
const fromOptions = (io: CliIo, given: Given): WrittenConfiguration | undefined => {
  const { service, connector = 'shopify', shop, timeZone, apiOrigin } = given;
  const missing = [
    ...(service === undefined ? ['--service'] : []),
    ...(connector === 'shopify' && shop === undefined ? ['--shop'] : []),
    ...(connector === 'stripe' && timeZone === undefined ? ['--time-zone'] : []),
  ];
  if (missing.length > 0) {
    io.err(`With --yes nothing is asked, so ${missing.join(' and ')} must be given.\n`);
    return undefined;
  }
  const common = apiOrigin === undefined ? {} : { apiOrigin };
  const hasClient = (io.env['SHOPIFY_TOKEN'] ?? '') === '' && (io.env['SHOPIFY_CLIENT_ID'] ?? '') !== '';
  const storefront: WrittenStorefront =
    connector === 'stripe'
      ? {
          ...common,
          name: given.name ?? 'billing',
          connector,
          secretKey: { env: 'STRIPE_KEY' },
          timeZone: timeZone ?? '',
        }
      : {
          ...{ ...common, name: given.name ?? nameOfShop(shop ?? ''), connector, shop: shop ?? '' },
          credentials: hasClient
            ? { clientId: { env: 'SHOPIFY_CLIENT_ID' }, clientSecret: { env: 'SHOPIFY_CLIENT_SECRET' } }
            : { accessToken: { env: 'SHOPIFY_TOKEN' } },
        };
  return { baseUrl: service ?? '', storefronts: [storefront] };
};

const withoutQuestions = async (io: CliIo, given: Given): Promise<ExitCode> => {
  const configuration = fromOptions(io, given);
  if (configuration === undefined) return exitCode.usage;
  const problem = await serviceProblem(configuration.baseUrl, io.env);
  const says = await Promise.all(configuration.storefronts.map((one) => storefrontSays(one, io.env)));
  const problems = [
    ...(problem === null ? [] : [problem]),
    ...says.flatMap((one) => (E.isLeft(one) ? [one.left] : [])),
  ];
  if (problems.length > 0) {
    io.err(`Nothing was written.\n${problems.join('\n')}\n`);
    return exitCode.usage;
  }
  if (!write(io, configuration)) return exitCode.usage;
  io.err(`Wrote ${file}.\n`);
  await writeForHost(io, configuration);
  return preview(io, io.env, '90d');
};

const withQuestions = async (io: CliIo, prompter: NonNullable<CliIo['prompter']>, given: Given): Promise<ExitCode> => {
  io.err('A few questions, each checked at once. Nothing is sent to the service. Ctrl-C ends them.\n\n');
  const asking = prompter();
  try {
    const { typed, ...configuration } = await askAll(io, asking, given);
    if (!write(io, configuration)) return exitCode.usage;
    io.err(`Wrote ${file}. It names the variables of your keys, and holds none of them.\n`);
    const names = Object.keys(typed);
    const isKept =
      names.length > 0 && (await orIfEnded(asking.confirm('Save the keys in .env next to it?', true), false));
    if (isKept) keep(io, typed);
    else if (names.length > 0) io.err(`Set these variables before the next command: ${names.join(', ')}.\n`);
    await writeForHost(io, configuration, asking);
    const question = 'Preview which days, as 90d, 2026-03 or 2026-Q1? (n for none)';
    const days = await orIfEnded(asking.ask(question, { fallback: '90d' }), 'n');
    if (/^no?$/i.test(days)) return exitCode.settled;
    return await preview(io, { ...io.env, ...typed }, days);
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
    io.err('\nNothing was written.\n');
    return exitCode.interrupted;
  }
};

/** The answer, or another one once the configuration is written and the person ends the questions. */
const orIfEnded = <Answer>(asked: Promise<Answer>, instead: Answer): Promise<Answer> =>
  asked.catch((error: unknown) => {
    if (error instanceof Ended) return instead;
    throw error;
  });
