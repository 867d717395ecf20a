import { isAbsolute, resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { type Complaint } from './complaint.ts';
import { type Configuration, type ServiceConfiguration, type StorefrontConfiguration } from './configuration.ts';
import { fieldReader, type FieldReader, isFields } from './field-reader.ts';
import { readOrigin } from './read-origin.ts';
import { readStorefront } from './read-storefront.ts';

const readService = (reader: FieldReader): ServiceConfiguration => {
  const service = {
    baseUrl: readOrigin(reader, 'baseUrl', reader.text('baseUrl', "Write the service's address")),
    apiKey: reader.secret('apiKey', 'Give the API key of the Tax Nexus Service'),
    requestsPerMinute: reader.wholeNumber('requestsPerMinute', { least: 1, most: 1_000_000 }),
    concurrency: reader.wholeNumber('concurrency', { least: 1, most: 512 }) ?? 32,
  };
  reader.refuseOthers();
  return service;
};

const stateRemedy = 'Write sqlite: and a path, such as sqlite:./tax-nexus.db';

const readState = (reader: FieldReader, folder: string): { readonly path: string } => {
  const state = reader.optionalText('state', stateRemedy) ?? 'sqlite:./tax-nexus.db';
  const path = state.startsWith('sqlite:') ? state.slice('sqlite:'.length) : '';
  if (path === '') reader.complain('state', 'it names no record book that this version can open', stateRemedy);
  return { path: path === ':memory:' || isAbsolute(path) ? path : resolve(folder, path) };
};

const storefrontName = /^[a-z0-9][a-z0-9_-]{0,62}$/i;

const readStorefronts = (reader: FieldReader): Readonly<Record<string, StorefrontConfiguration>> => {
  const storefronts: Record<string, StorefrontConfiguration> = {};
  for (const name of reader.keys()) {
    if (!storefrontName.test(name)) {
      reader.complain(name, 'it is no name for a storefront', 'Use letters, digits, - and _, such as us-store');
    }
    const storefront = readStorefront(reader.object(name, true));
    if (storefront !== undefined) storefronts[name] = storefront;
  }
  return storefronts;
};

/**
 * Checks a configuration as it was written and resolves its secrets. Left holds every complaint, not the first one.
 *
 * @param folder the folder of the configuration file, from which relative paths start
 * @param env the process's environment variables
 * @example
 * readConfiguration({ service: {…}, storefronts: {…} }, { folder: process.cwd(), env: process.env })
 */
export const readConfiguration = (
  written: unknown,
  { folder, env }: { readonly folder: string; readonly env: Readonly<Record<string, string | undefined>> },
): E.Either<readonly Complaint[], Configuration> => {
  if (!isFields(written)) {
    return E.left([
      {
        path: 'the configuration',
        problem: 'it is not an object',
        remedy: 'Run tax-nexus init to get a commented one',
      },
    ]);
  }
  const complaints: Complaint[] = [];
  const reader = fieldReader(written, '', env, complaints);
  const configuration = {
    service: readService(reader.object('service', true)),
    state: readState(reader, folder),
    storefronts: readStorefronts(reader.object('storefronts', true)),
  };
  if (reader.has('storefronts') && Object.keys(configuration.storefronts).length === 0) {
    reader.complain('storefronts', 'there is none', 'Add one: "us-store": { "connector": "shopify", … }');
  }
  reader.refuseOthers();
  return complaints.length === 0 ? E.right(configuration) : E.left(complaints);
};
