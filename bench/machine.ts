import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** The version of a package, from the package.json above its entry. */
const versionOf = (name: string): string => {
  for (let folder = dirname(require.resolve(name)); folder !== dirname(folder); folder = dirname(folder)) {
    try {
      const text = readFileSync(join(folder, 'package.json'), 'utf8');
      const version = /"version":\s*"([^"]+)"/.exec(text)?.[1];
      if (version !== undefined) return version;
    } catch {
      // Not in this folder.
    }
  }
  return 'unknown';
};

/** What a figure means without: nothing. */
export const machine = (): string => {
  const [cpu] = cpus();
  const packages = ['undici', 'kysely'].map((name) => `${name} ${versionOf(name)}`).join(', ');
  return [
    `${cpus().length} x ${cpu?.model.trim() ?? 'unknown CPU'}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, ${platform()} ${release()} ${arch()}`,
    `Node ${process.versions.node}, V8 ${process.versions.v8}, ${packages}`,
    `load average of the last minute at the start: ${loadavg()[0]?.toFixed(1) ?? 'unknown'}`,
  ].join('\n');
};
