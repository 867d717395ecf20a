import type { PushReply, ServiceFailure } from '../../domain/tax-service.ts';
import { ofKey } from '../push-gate.ts';

type Doubted = Extract<ServiceFailure, { readonly _tag: 'CredentialsRefused' | 'Misdirected' }>;

/** A refusal that may be of the key, of the address, or of this one body: by a firewall, or a state that is not enabled. */
export const isDoubted = (reply: PushReply | ServiceFailure): reply is Doubted =>
  reply._tag === 'CredentialsRefused' || reply._tag === 'Misdirected';

/** The same of a push: there 401 is about the key, and nothing else. */
export const isDoubtedPush = (reply: PushReply): reply is Doubted =>
  isDoubted(reply) && !(reply._tag === 'CredentialsRefused' && reply.status === 401);

export const refusedAlone = ({ status = 0 }: Doubted): PushReply => ({
  _tag: 'Refused',
  message: `the Tax Nexus Service answered ${status} to this transaction, and accepts the key: a firewall in front of it may refuse a text of the sale, or its state is not enabled there`,
  fingerprint: `${ofKey} ${status}`,
});

/** The answer of a service that refuses each single read, and shows its list. It is asked no second time. */
export const singlesRefused: ServiceFailure = {
  _tag: 'Unclear',
  message: 'the Tax Nexus Service refuses to show single transactions',
  isFinal: true,
};
