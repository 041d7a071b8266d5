import { outstanding, type ApprovalFacts, type Authority, type OpenStep } from './authority';

/**
 * Whether an approval on this authority ends the step. One is enough in mode `any`, for an override, and where the
 * step had fallen to the admins; in mode `all` everyone else it asked must have approved, or be unable to.
 */
export function endsStep(step: OpenStep, authority: Authority, facts: ApprovalFacts): boolean {
  if (step.mode === 'any' || authority.override) return true;
  const { principals, fallback } = outstanding(step, facts);
  return fallback || principals.every(({ id }) => id === authority.principalId);
}
