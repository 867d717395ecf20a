/**
 * Distinguishes a refusal of the API key or address from a refusal of one transaction that looks the same, so that one sale does not
 * stop a run.
 */
import type { PushReply, ServiceFailure } from '../../domain/tax-service.ts';
import { ofKey } from '../push-gate.ts';

type Doubted = Extract<ServiceFailure, { readonly _tag: 'CredentialsRefused' | 'Misdirected' }>;

/**
 * Whether a refusal may be about the key, the address, or only this body, such as by a firewall or for a state that is not
 * enabled.
 */
export const isDoubted = (reply: PushReply | ServiceFailure): reply is Doubted =>
  reply._tag === 'CredentialsRefused' || reply._tag === 'Misdirected';

/** The same for a push, where 401 is always about the key. */
export const isDoubtedPush = (reply: PushReply): reply is Doubted =>
  isDoubted(reply) && !(reply._tag === 'CredentialsRefused' && reply.status === 401);

export const refusedAlone = ({ status = 0 }: Doubted): PushReply => ({
  _tag: 'Refused',
  message: `the Tax Nexus Service answered ${status} to this transaction, and accepts the key: a firewall in front of it may refuse a text of the sale, or its state is not enabled there`,
  fingerprint: `${ofKey} ${status}`,
});

/** The answer of a service that refuses every single read but shows its list. It is not asked again. */
export const singlesRefused: ServiceFailure = {
  _tag: 'Unclear',
  message: 'the Tax Nexus Service refuses to show single transactions',
  isFinal: true,
};
