import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { sampleRange, startSandbox } from '../../sandbox/index.ts';
import { type CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { openEngine } from '../open-engine.ts';
import { readReport } from '../../sync/read-report.ts';
import { sync } from './sync.ts';

export interface DemoOptions {
  readonly json?: boolean;
}

/** The sample holds a few sales on purpose; a demo went well when its run finished and nothing failed. */
const wentWell = async (io: CliIo, config: string): Promise<boolean> => {
  const engine = await openEngine(io, { config });
  if (E.isLeft(engine)) return false;
  const { ports, configuration, close } = engine.right;
  const report = await readReport({ book: ports.book, serviceAddress: configuration.service.baseUrl })(O.none)();
  await close();
  return (
    E.isRight(report) &&
    O.isSome(report.right) &&
    report.right.value.status === 'finished' &&
    report.right.value.failed === 0
  );
};

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
    return code === exitCode.needsAttention && (await wentWell(io, config)) ? exitCode.settled : code;
  } finally {
    await running.stop();
  }
};
