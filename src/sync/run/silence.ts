import type { SyncPorts } from '../ports.ts';

/** How long a storefront has waited for a platform, its own or another one's. */
export interface Silence {
  /** The ports with an ear for it. */
  readonly ports: SyncPorts;
  /** Whether platforms have been silent for longer than that (milliseconds): asked, and no question came to its end. */
  readonly isLongerThan: (milliseconds: number) => boolean;
}

/** Listens to what is asked for one storefront. Windows are read side by side: as long as one of them gets on, none is silent. */
export const silenceIn = (ports: SyncPorts): Silence => {
  const { clock } = ports;
  let open = 0;
  let since = clock.now();
  return {
    ports: {
      ...ports,
      onQuestion: () => {
        if (open === 0) since = clock.now();
        open += 1;
        return () => {
          open -= 1;
          since = clock.now();
        };
      },
    },
    isLongerThan: (milliseconds) => open > 0 && Math.abs(clock.now() - since) > milliseconds,
  };
};
