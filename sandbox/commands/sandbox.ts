/** `tax-nexus sandbox`: a stand-in service and sample storefronts on this machine, with a configuration for them. */
import * as E from 'fp-ts/lib/Either.js';
import { type Sandbox, sampleRange, startSandbox } from '../index.ts';
import type { CliIo } from '../../src/cli/cli-io.ts';
import { exitCode, type ExitCode } from '../../src/cli/exit-code.ts';
import { portProblem } from '../../src/cli/listen.ts';
import { untilInterrupted } from '../../src/cli/interruption.ts';

export interface SandboxOptions {
  /**
   * The port of the service; the sample shop and account take the 10th and the 20th port after it. 0: each takes any free one.
   */
  readonly port: number;
}

/**
 * Until Ctrl-C.
 *
 * @param start starts the three servers; another one in tests
 */
export const sandbox = async (
  io: CliIo,
  { port }: SandboxOptions,
  start: typeof startSandbox = startSandbox,
): Promise<ExitCode> => {
  const [shopPort, stripePort] = port === 0 ? [0, 0] : [port + 10, port + 20];
  const begun = await started(start({ taxService: { port }, shop: { port: shopPort }, stripe: { port: stripePort } }));
  if (E.isLeft(begun)) {
    io.err(`${begun.left} The sandbox listens on ${port}, ${shopPort} and ${stripePort}.\n`);
    return exitCode.usage;
  }
  const running = begun.right;
  // Registered before the text that names Ctrl-C: without a listener, the system ends the process.
  const end = untilInterrupted(io);
  io.out(`${JSON.stringify(running.configuration, null, 2)}\n`);
  io.err(
    'The sandbox is running. Save the configuration above as tax-nexus.config.json and try, in another terminal:\n',
  );
  io.err(`  npx tax-nexus sync --from ${sampleRange.from} --to ${sampleRange.to}\nCtrl-C stops it.\n`);
  await end;
  await running.stop();
  return exitCode.settled;
};

/** Left: which port could not be opened, and what to do. Any other error is a defect, and rejects. */
const started = async (starting: Promise<Sandbox>): Promise<E.Either<string, Sandbox>> => {
  try {
    return E.right(await starting);
  } catch (error) {
    const problem = portProblem(error);
    if (problem === undefined) throw error;
    return E.left(`Port ${portOf(error)} ${problem}.`);
  }
};

/** The port, of the three, that Node names in its error. */
const portOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'port' in error ? String(error.port) : 'of the sandbox';
