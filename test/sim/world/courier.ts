import type { Faults } from '../faults/faults.ts';
import type { Dice } from '../kernel/dice.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { Setting } from './setting.ts';
import type { Host } from '../app/host.ts';

/** A delivery of a platform: signed for each attempt, at the platform's own time. */
export interface Parcel {
  readonly storefront: string;
  readonly label: string;
  /** The platform's id of it, the same for every attempt. */
  readonly deliveryId: string;
  /** Whether it must be durable once it is taken; a mere hint need not be. */
  readonly isKept: boolean;
  readonly sign: (at: number) => Request;
}

/** Brings webhooks as platforms do: at least once, in any order, and sometimes never. */
export interface Courier {
  readonly deliver: (parcel: Parcel) => void;
  /** The same without faults on the way. */
  readonly deliverSurely: (parcel: Parcel, onEnd: () => void) => void;
  /** Nothing need be left of what this storefront has delivered. */
  readonly excuse: (storefront: string) => void;
  /** Unsigned parcels; whether one of them was ever accepted. */
  readonly forge: (parcel: Parcel) => void;
  readonly takenForgeries: () => number;
  /** Ids of deliveries that were answered 200, of the ones that must be kept. */
  readonly taken: () => readonly string[];
}

export interface CourierPorts {
  readonly kernel: Kernel;
  readonly dice: Dice;
  readonly faults: Faults;
  readonly host: () => Host;
  readonly setting: Pick<Setting, 'areWebhooksBunched'>;
}

const attempts = 8;
const firstPause = 10_000;
/** Where webhooks are bunched, so far apart are the moments at which they leave. */
const bunch = 5_000;

export const courier = ({ kernel, dice, faults, host, setting }: CourierPorts): Courier => {
  const { areWebhooksBunched: isBunched } = setting;
  let takenForgeries = 0;
  const taken = new Map<string, string>();
  const excused = new Set<string>();
  const attempt = ({ label, sign }: Parcel, onAnswer: (status: number | null) => void): void => {
    const process = host().anyProcess();
    if (process === undefined) return onAnswer(null);
    let isAnswered = false;
    const answer = (status: number | null): void => {
      if (isAnswered) return;
      isAnswered = true;
      onAnswer(status);
    };
    kernel.after(isBunched ? 1 : dice.int(1, 40), process.life, `${process.life.name} webhook ${label}`, () => {
      void process.receive(sign(kernel.now())).then(({ status }) => {
        kernel.after(dice.int(1, 40), null, `webhook ${label} answered ${status}`, () => answer(status));
      });
    });
    kernel.after(5_000, null, `webhook ${label} given up`, () => answer(null));
  };
  const bring = (parcel: Parcel, left: number, onEnd: () => void = () => undefined): void =>
    attempt(parcel, (status) => {
      if (status === 200 && parcel.isKept) taken.set(parcel.deliveryId, parcel.storefront);
      if (status === 200 || left <= 1) return onEnd();
      kernel.after(firstPause * 2 ** (attempts - left), null, `webhook ${parcel.label} again`, () =>
        bring(parcel, left - 1, onEnd),
      );
    });
  const send = (parcel: Parcel, after: number): void =>
    kernel.after(after, null, `webhook ${parcel.label} sent`, () => bring(parcel, attempts));
  return {
    deliver: (parcel) => {
      const soon = isBunched ? bunch - (kernel.now() % bunch) : dice.int(50, 2_000);
      switch (faults.at('webhook', ['lost', 'doubled', 'late'])) {
        case undefined:
          return send(parcel, soon);
        case 'lost':
          return;
        case 'late':
          return send(parcel, dice.int(30_000, 240_000));
        case 'doubled':
          send(parcel, soon);
          return send(parcel, dice.int(50, 60_000));
      }
    },
    deliverSurely: (parcel, onEnd) => bring(parcel, attempts, onEnd),
    excuse: (storefront) => void excused.add(storefront),
    forge: (parcel) =>
      attempt(parcel, (status) => {
        if (status === 200) takenForgeries += 1;
      }),
    takenForgeries: () => takenForgeries,
    taken: () => [...taken].filter(([, storefront]) => !excused.has(storefront)).map(([id]) => id),
  };
};
