/** Hides the settings of an app in its `TaxNexus`, so that the command line can load the app and read them. */
import { isRecord } from '../../domain/fields.ts';
import type { TaxNexusSettings } from './settings.ts';

/** Equal in every copy of this package, because a command may come from another copy than the app that it loads. */
const key = Symbol.for('tax-nexus-sync.settings');

/** The settings cannot be enumerated. */
export const withSettings = <A extends object>(taxNexus: A, settings: () => TaxNexusSettings): A =>
  Object.defineProperty(taxNexus, key, { value: settings });

/** The settings of what `createTaxNexus` returned; undefined for anything else. */
export const settingsOfApp = (value: unknown): TaxNexusSettings | undefined => {
  const settings: unknown = isRecord(value) ? Reflect.get(value, key) : undefined;
  return typeof settings === 'function' ? (settings as () => TaxNexusSettings)() : undefined;
};
