import type { Secret } from '../domain/secret.ts';
import type { ServiceWire } from '../domain/wire-settings.ts';

/** Where the Tax Nexus Service is and who asks. */
export interface HttpTaxServiceSettings {
  /** Such as `https://api.example.com/v1`; plain `http` is taken for this machine only. */
  readonly baseUrl: string;
  readonly apiKey: Secret;
  /** For one request from its start to the last byte of its answer, in milliseconds; 30,000 unless told. */
  readonly timeoutMs?: number;
  /** Answers that grow beyond it are cut off and count as unclear, in bytes; 8 MiB unless told. */
  readonly largestAnswer?: number;
  /** How the service differs on the wire; default: in nothing. */
  readonly wire?: ServiceWire;
  /** Milliseconds since 1970, to read a `Retry-After` that is a date; the machine's clock unless told. */
  readonly now?: () => number;
}
