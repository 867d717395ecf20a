import * as E from 'fp-ts/lib/Either.js';
import type { StripeFailure } from '../../../../connectors/stripe/errors.ts';
import type { Read, StripeApi } from '../../../../connectors/stripe/client/stripe-api.ts';
import type { Faults } from '../../faults/faults.ts';
import type { Dice } from '../../kernel/dice.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Life } from '../../kernel/life.ts';
import { overTheWire } from '../wire.ts';
import type { ReadAccount } from './account.ts';

export interface StripeNetwork {
  readonly kernel: Kernel;
  readonly dice: Dice;
  readonly faults: Faults;
  readonly account: ReadAccount;
}

const stripeFaults = ['answer lost', '500', '429', '429 with a pause', '401'] as const;
type StripeFault = (typeof stripeFaults)[number];

const failureOf = (fault: StripeFault, dice: Dice): StripeFailure => {
  switch (fault) {
    case 'answer lost':
    case '500':
      return { _tag: 'SourceUnreachable', message: 'Stripe gave no answer', cause: fault };
    case '429':
      return { _tag: 'SourceThrottled', message: 'too fast', retryAfterMs: null };
    case '429 with a pause':
      return { _tag: 'SourceThrottled', message: 'too fast', retryAfterMs: dice.int(1, 5) * 1_000 };
    case '401':
      return { _tag: 'SourceCredentialsRefused', message: 'the key was refused' };
  }
};

const missing: StripeFailure = { _tag: 'NoSuchObject', message: 'there is no such object' };

/** The way of one process to a Stripe account, in place of Stripe's own client; everything above it is the connector's. */
export const stripeWay = ({ kernel, dice, faults, account }: StripeNetwork, life: Life): StripeApi => {
  const read =
    <A>(what: string, answer: () => A | undefined): Read<A> =>
    async () => {
      const fault = faults.at('stripe', stripeFaults);
      const found = await overTheWire(kernel, life, {
        label: `${account.storefront} ${what}${fault === undefined ? '' : ` (${fault})`}`,
        there: dice.int(10, 120),
        back: dice.int(10, 120),
        act: answer,
      });
      if (fault !== undefined) return E.left(failureOf(fault, dice));
      return found === undefined ? E.left(missing) : E.right(found);
    };
  return {
    account: read('account', () => ({ id: account.id })),
    list: (name, query) => read(name, () => account.list(name, query)),
    children: (name, id, query) => read(name, () => account.children(name, id, query)),
    retrieve: (name, id, expand = []) => read(name, () => account.retrieve(name, id, expand)),
  };
};
