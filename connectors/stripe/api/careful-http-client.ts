import { Readable } from 'node:stream';
import type Stripe from 'stripe';

/** What one answer may come to. */
export interface AnswerLimits {
  /** Bytes. A page of a hundred objects has about 1 MB. */
  readonly largest: number;
  /** Milliseconds from its head to its last byte. */
  readonly longest: number;
}

const usual: AnswerLimits = { largest: 64 * 1024 * 1024, longest: 120_000 };

/** Breaks the answer off beyond its limits; whoever reads it sees a connection that was cut. */
const breakOff = (raw: Readable, { largest, longest }: AnswerLimits): (() => void) => {
  let bytes = 0;
  const deadline = setTimeout(() => raw.destroy(), longest);
  raw.on('data', (chunk: string | Uint8Array) => {
    bytes += chunk.length;
    if (bytes > largest) raw.destroy();
  });
  return () => clearTimeout(deadline);
};

/**
 * An HTTP client for Stripe's own client that hands it objects only, of a bounded size, in a bounded time.
 *
 * Stripe's client is patient with an answer that drips in, gathers one of any size, and on JSON that is no object (`true`,
 * from a proxy) it throws where nobody can catch it: its promise never settles and the process dies.
 */
export const carefulHttpClient = (inner: Stripe.HttpClient, limits: AnswerLimits = usual): Stripe.HttpClient => ({
  getClientName: () => inner.getClientName(),
  makeRequest: async (...request) => {
    const response = await inner.makeRequest(...request);
    const read = response.toJSON.bind(response);
    const toJSON = async (): Promise<unknown> => {
      const raw = response.getRawResponse();
      const reading: Promise<unknown> = read();
      const done = raw instanceof Readable ? breakOff(raw, limits) : () => undefined;
      try {
        const json = await reading;
        if (typeof json !== 'object' || json === null) throw new TypeError('the answer is no object');
        return json;
      } finally {
        done();
      }
    };
    return Object.assign(response, { toJSON });
  },
});
