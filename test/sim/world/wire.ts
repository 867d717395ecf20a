import type { Kernel } from '../kernel/kernel.ts';
import type { Life } from '../kernel/life.ts';

/** One exchange between a process and something outside of it. Times in milliseconds. */
export interface Exchange<A> {
  readonly label: string;
  readonly there: number;
  readonly back: number;
  /** Happens at the other end, whether the process that asked is still alive or not. */
  readonly act: () => A;
}

/**
 * Sends a request. The response never arrives when the process has died in between; the request is performed all the
 * same.
 */
export const overTheWire = <A>(kernel: Kernel, life: Life, { label, there, back, act }: Exchange<A>): Promise<A> =>
  new Promise((resolve) => {
    kernel.after(there, null, `${life.name} > ${label}`, () => {
      const answer = act();
      kernel.after(back, life, `${life.name} < ${label}`, () => resolve(answer));
    });
  });
