import { sampleRange, startSandbox } from '../../sandbox/index.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { untilInterrupted } from '../until-interrupted.ts';

export interface SandboxOptions {
  /** Of the service; the sample shop and account take the 10th and the 20th port after it. 0: each takes any free one. */
  readonly port: number;
}

/** A stand-in service and sample storefronts on this machine, until Ctrl-C; prints the configuration for them. */
export const sandbox = async (io: CliIo, { port }: SandboxOptions): Promise<ExitCode> => {
  const [shopPort, stripePort] = port === 0 ? [0, 0] : [port + 10, port + 20];
  const running = await startSandbox({
    taxService: { port },
    shop: { port: shopPort },
    stripe: { port: stripePort },
  }).catch(() => undefined);
  if (running === undefined) {
    io.err(`Port ${port}, ${shopPort} or ${stripePort} is taken. Choose another one with --port.\n`);
    return exitCode.usage;
  }
  io.out(`${JSON.stringify(running.configuration, null, 2)}\n`);
  io.err(
    'The sandbox is running. Save the configuration above as tax-nexus.config.json and try, in another terminal:\n',
  );
  io.err(`  npx tax-nexus sync --from ${sampleRange.from} --to ${sampleRange.to}\nCtrl-C stops it.\n`);
  await untilInterrupted(io);
  await running.stop();
  return exitCode.settled;
};
