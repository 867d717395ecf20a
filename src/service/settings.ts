import type { Secret } from '../domain/secret.ts';
import type { ServiceWire } from '../domain/wire-settings.ts';

/** Where the Tax Nexus Service is and who asks. */
export interface HttpTaxServiceSettings {
  /** Such as `https://api.example.com/v1`; plain `http` is taken for this machine only. */
  readonly baseUrl: string;
  readonly apiKey: Secret;
  /** For one request from its start to the last byte of the response, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
  /** Larger responses are cut off and count as not definitive, in bytes. Default 8 MiB. */
  readonly largestAnswer?: number;
  /** How the service differs on the wire; default: in nothing. */
  readonly wire?: ServiceWire;
  /** Milliseconds since 1970, for a `Retry-After` that is a date. Default: the machine's clock. */
  readonly now?: () => number;
}
