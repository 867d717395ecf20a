import * as E from 'fp-ts/lib/Either.js';
import type { Complaint } from './complaint.ts';
import type { Configuration, StorefrontConfiguration } from './configuration.ts';
import { fieldReader, type FieldReader, isFields } from './field-reader.ts';
import { readSchedule } from './read-schedule.ts';
import { readService } from './read-service.ts';
import { readState } from './read-state.ts';
import { readStorefront } from './read-storefront.ts';
import { isStorefrontName, storefrontNameProblem, storefrontNameRemedy } from './is-storefront-name.ts';

const readStorefronts = (reader: FieldReader): Readonly<Record<string, StorefrontConfiguration>> => {
  const storefronts: Record<string, StorefrontConfiguration> = {};
  for (const name of reader.keys()) {
    if (!isStorefrontName(name)) {
      reader.complain(name, storefrontNameProblem, storefrontNameRemedy);
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
    schedule: readSchedule(reader.object('schedule', false)),
  };
  if (reader.has('storefronts') && Object.keys(configuration.storefronts).length === 0) {
    reader.complain('storefronts', 'it holds no storefront', 'Add one: "us-store": { "connector": "shopify", … }');
  }
  reader.refuseOthers();
  return complaints.length === 0 ? E.right(configuration) : E.left(complaints);
};
