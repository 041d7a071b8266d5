import { DomainError } from '../errors';
import { type Ability, type Actor, can } from './index';
import type { Permission } from './roles';

/** What takes an ability beyond the one that its route asks for. */
export interface AbilityRule {
  readonly needs: Ability;
  /** What it is, as `docs/abilities.md` says it. */
  readonly what: string;
  /** Where it is asked: routes of Form A, without their prefix. */
  readonly routes: readonly string[];
}

/**
 * Every such rule, and the only place where one is written down: services ask for a rule by its name. With the ability that
 * each route asks for (`@Requires`) this is all that a token may and may not do; `docs/abilities.md` is made of the two.
 */
export const ABILITY_RULES = {
  'approvals.decide_any_step': {
    needs: 'admin',
    what: 'Deciding an approval step that does not ask its user, as an override that is recorded as one',
    routes: [
      'POST /purchase-orders/{id}/approve',
      'POST /purchase-orders/{id}/reject',
      'POST /purchase-orders/{id}/amendments/{amendment_id}/approve',
      'POST /purchase-orders/{id}/amendments/{amendment_id}/reject',
      'POST /approvals/decide',
      'POST /invoices/{id}/approve',
      'POST /invoices/{id}/reject',
    ],
  },
  'approvals.delegate_for_others': {
    needs: 'admin',
    what: 'Lending the approvals of another user, and ending that',
    routes: ['POST /users/{id}/delegations', 'DELETE /users/{id}/delegations/{delegation_id}'],
  },
  'budgets.reopen': {
    needs: 'admin',
    what: 'Making a closed budget active again',
    routes: ['PUT /budgets/{id}'],
  },
  'departments.choose_head': {
    needs: 'admin',
    what: "Choosing a department's head, who decides its orders",
    routes: ['POST /departments', 'PUT /departments/{id}'],
  },
  'invoices.approve_without_order': {
    needs: 'admin',
    what: 'Approving an invoice without an order in a role other than `finance_manager` and `admin`',
    routes: ['POST /invoices/{id}/approve'],
  },
  'invoices.override': {
    needs: 'admin',
    what: 'Approving an invoice though it does not match or its budget does not suffice (`override`, `override_budget`)',
    routes: ['POST /invoices/{id}/approve'],
  },
  'invoices.pay_to_changed_account': {
    needs: 'approve',
    what: "Paying an invoice when the vendor's bank details have changed since its approval",
    routes: ['POST /invoices/{id}/payments'],
  },
  'invoices.withdraw_of_others': {
    needs: 'admin',
    what: 'Withdrawing an invoice that somebody else submitted',
    routes: ['POST /invoices/{id}/withdraw'],
  },
  'budgets.activate_after_carry': {
    needs: 'admin',
    what: 'Making a budget active again after its orders were carried forward, with `comments`',
    routes: ['PUT /budgets/{id}'],
  },
  'purchase_orders.override_budget': {
    needs: 'admin',
    what: 'Approving or reopening an order, approving an amendment, or carrying orders forward, though the budget does not suffice (`override_budget`)',
    routes: [
      'POST /purchase-orders/{id}/approve',
      'POST /purchase-orders/{id}/reopen',
      'POST /purchase-orders/{id}/amendments/{amendment_id}/approve',
      'POST /budgets/{id}/carry-forward',
    ],
  },
  'purchase_orders.withdraw_any': {
    needs: 'admin',
    what: 'Withdrawing an order that somebody else submitted, or an amendment that somebody else asked for',
    routes: ['POST /purchase-orders/{id}/withdraw', 'POST /purchase-orders/{id}/amendments/{amendment_id}/withdraw'],
  },
  'tokens.act_as_others': {
    needs: 'admin',
    what: 'Minting a token that acts as a named user (`user_id`)',
    routes: ['POST /tokens'],
  },
  'tokens.outlive_minter': {
    needs: 'admin',
    what: 'Minting a token that ends later than its minter, and is not revoked with it; else it is shortened and tied',
    routes: ['POST /tokens'],
  },
  'users.change_identity': {
    needs: 'admin',
    what: "Changing a user's role, department or e-mail address, one's own included, or another user's name and phone",
    routes: ['PUT /users/{id}'],
  },
  'users.deactivate_admin': {
    needs: 'admin',
    what: 'Deactivating a user with the role `admin`',
    routes: ['DELETE /users/{id}'],
  },
  'users.make_admin': {
    needs: 'admin',
    what: 'Inviting a user with the role `admin`',
    routes: ['POST /users'],
  },
  'vendors.unblock_blacklisted': {
    needs: 'admin',
    what: 'Lifting the block of a vendor that is blacklisted',
    routes: ['POST /vendors/{id}/unblock'],
  },
} as const satisfies Record<string, AbilityRule>;

export type AbilityRuleName = keyof typeof ABILITY_RULES;

/** The token lacks an ability; the answer names it. */
export function abilityMissing(ability: Ability): DomainError {
  return new DomainError('FORBIDDEN_ABILITY', { key: 'error.forbidden', params: { ability } });
}

/** Whether the actor has the ability that the rule needs. */
export function meets(actor: Pick<Actor, 'abilities'>, rule: AbilityRuleName): boolean {
  return can(actor, ABILITY_RULES[rule].needs);
}

/** @throws DomainError FORBIDDEN_ABILITY naming the ability that the rule needs, when the actor lacks it */
export function requireRule(actor: Pick<Actor, 'abilities'>, rule: AbilityRuleName): void {
  if (!meets(actor, rule)) throw abilityMissing(ABILITY_RULES[rule].needs);
}

/**
 * A token gives another one no ability that it lacks.
 * @throws DomainError FORBIDDEN_ABILITY naming the first ability that the actor lacks
 */
export function requireAll(actor: Pick<Actor, 'abilities'>, abilities: readonly Ability[]): void {
  const missing = abilities.find((ability) => !can(actor, ability));
  if (missing) throw abilityMissing(missing);
}

/** What says whether somebody holds a permission. */
export type Holder = Pick<Actor, 'abilities' | 'role' | 'permissions'>;

/** Whether the actor holds a permission: by the ability `admin` of the token, by the role `admin`, or by what the role may do. */
export function holds(actor: Holder, permission: Permission): boolean {
  return can(actor, 'admin') || actor.role === 'admin' || actor.permissions.includes(permission);
}

/** The role of the token's user lacks a permission; the answer names both. */
export function roleNotPermitted(role: string | null, permission: Permission): DomainError {
  return new DomainError(
    'ROLE_NOT_PERMITTED',
    { key: 'role.not_permitted', params: { role: role ?? '-', permission } },
    { details: { permission, role } },
  );
}

/**
 * For what needs a permission beyond that of its route; a guarded write names it to `TokenAuthority.confirm` as well.
 * @throws DomainError ROLE_NOT_PERMITTED naming the permission, when the actor does not hold it
 */
export function requirePermission(actor: Holder, permission: Permission): void {
  if (!holds(actor, permission)) throw roleNotPermitted(actor.role, permission);
}
