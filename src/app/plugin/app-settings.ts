import { isRecord } from '../../domain/fields.ts';
import type { TaxNexusSettings } from './settings.ts';

/** The same in every copy of this package: a command may be of another copy than the app that it loads. */
const key = Symbol.for('tax-nexus-sync.settings');

/** Marks a `TaxNexus` with its settings, which a command of the same package reads. Nothing enumerates them. */
export const withSettings = <A extends object>(taxNexus: A, settings: () => TaxNexusSettings): A =>
  Object.defineProperty(taxNexus, key, { value: settings });

/** The settings of what `createTaxNexus` returned; undefined for anything else. */
export const settingsOfApp = (value: unknown): TaxNexusSettings | undefined => {
  const settings: unknown = isRecord(value) ? Reflect.get(value, key) : undefined;
  return typeof settings === 'function' ? (settings as () => TaxNexusSettings)() : undefined;
};
