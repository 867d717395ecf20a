import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleRange, startSandbox } from '../../sandbox/index.ts';
import { type CliIo } from '../cli-io.ts';
import { type ExitCode } from '../exit-code.ts';
import { sync } from './sync.ts';

export interface DemoOptions {
  readonly json?: boolean;
}

/**
 * The main job from end to end: starts the sandbox, runs a historical sync of it over HTTP, and prints the report. What the
 * sandbox's service was told is kept in `.tax-nexus/`, so that a second demo finds everything already present.
 */
export const demo = async (io: CliIo, options: DemoOptions): Promise<ExitCode> => {
  const folder = join(io.folder, '.tax-nexus');
  mkdirSync(folder, { recursive: true });
  const running = await startSandbox({
    taxService: { journalFile: join(folder, 'service.ndjson') },
    state: 'sqlite:./demo.db',
  });
  const config = join(folder, 'tax-nexus.config.json');
  writeFileSync(config, JSON.stringify(running.configuration, null, 2));
  io.err(
    `A stand-in Tax Nexus Service and ${Object.keys(running.configuration.storefronts).join(', ')} are running on this machine.\n`,
  );
  try {
    const code = await sync(io, { ...options, ...sampleRange, config });
    io.err('Run the demo again: everything is already present, and nothing is pushed.\n');
    return code;
  } finally {
    await running.stop();
  }
};
