import type { Decision, ExemptionEvidence } from './sale.ts';
import type { Policy } from './policy.ts';

/** How the transaction marks an exempt sale; both null for a taxable one. */
export interface Exemption {
  readonly purpose: 'RESALE' | null;
  readonly entity: string | null;
  readonly decisions: readonly Decision[];
}

const exemptionDecision = (about: string, value: string, reason: string, field: string): Decision => ({
  about,
  value,
  reason,
  fields: [field],
});

/**
 * RESALE only on evidence that is valid at the destination: a certificate of the ship-to state, or a statement of the
 * merchant. A certificate of another state exempts nothing. Any other exempt buyer gets the `entity` that is known for the
 * buyer, then the one of the policy, then none and a finding.
 *
 * @param state two letters of the ship-to state; null outside of the US
 */
export const exemptionOf = (
  policy: Pick<Policy, 'exemptEntity'>,
  evidence: readonly ExemptionEvidence[],
  state: string | null,
): Exemption => {
  const fromOtherStates: Decision[] = [];
  for (const item of evidence) {
    if (item.kind === 'resale') {
      return {
        purpose: 'RESALE',
        entity: null,
        decisions: [exemptionDecision('purpose', 'RESALE', 'stated by the merchant', item.field)],
      };
    }
    if (item.kind === 'resale certificate') {
      if (item.state === state) {
        const reason = `resale certificate of ${item.state}, the destination state`;
        return {
          purpose: 'RESALE',
          entity: null,
          decisions: [exemptionDecision('purpose', 'RESALE', reason, item.field)],
        };
      }
      fromOtherStates.push(
        exemptionDecision(
          'purpose',
          'none',
          `the resale certificate of ${item.state} is not valid at the destination`,
          item.field,
        ),
      );
    }
  }
  const entity = evidence.find((item) => item.kind === 'entity');
  if (entity !== undefined) {
    const decision = exemptionDecision(
      'entity',
      entity.entity,
      'the buyer is exempt, and the reason is known',
      entity.field,
    );
    return { purpose: null, entity: entity.entity, decisions: [...fromOtherStates, decision] };
  }
  const unexplained = evidence.find((item) => item.kind === 'exempt');
  if (unexplained === undefined) return { purpose: null, entity: null, decisions: fromOtherStates };
  const decision = exemptionDecision(
    'entity',
    policy.exemptEntity ?? 'none',
    policy.exemptEntity === null
      ? 'the buyer is exempt, and no reason is given'
      : 'exempt for an unknown reason; the policy names the entity',
    unexplained.field,
  );
  return {
    purpose: null,
    entity: policy.exemptEntity,
    decisions: [
      ...fromOtherStates,
      policy.exemptEntity === null ? { ...decision, finding: 'exempt, reason unknown' } : decision,
    ],
  };
};
