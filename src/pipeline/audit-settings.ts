/**
 * Writes down the version and settings under which a request was made, so that an audit can tell a changed setting from a
 * changed sale.
 */
import { defaultPolicy } from '../mapping/policy.ts';
import type { SyncPorts } from './ports.ts';

/**
 * Version, wire profile, and policy settings that differ from their defaults, as one text. Equal settings give equal texts.
 * Pure.
 */
export const auditSettings = (
  { version = 'unknown', wire, storefronts }: Pick<SyncPorts, 'version' | 'wire' | 'storefronts'>,
  storefront: string,
): string => {
  const policy = Object.entries(storefronts[storefront]?.policy ?? {})
    .filter(([key, value]) => typeof value === 'function' || !isDefault(key, value))
    .map(([key, value]): [string, unknown] => [key, describe(value)])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  // The fingerprint also distinguishes codecs, which have no text.
  const profile = { settings: wire?.settings ?? {}, fingerprint: wire?.fingerprint.slice(0, 16) ?? null };
  return JSON.stringify({ version, wire: profile, policy: Object.fromEntries(policy) });
};

const isDefault = (key: string, value: unknown): boolean =>
  JSON.stringify(value) === JSON.stringify(Object.entries(defaultPolicy).find(([name]) => name === key)?.[1]);

/** A function of the host has no text. */
const describe = (value: unknown): unknown => (typeof value === 'function' ? 'a function' : value);
