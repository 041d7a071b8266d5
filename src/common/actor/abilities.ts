import { DomainError } from '../errors';
import { type Ability, type Actor, can } from './index';
import type { Permission } from './roles';

/** An action that requires an ability beyond that of its route. */
export interface AbilityRule {
  readonly needs: Ability;
  /** The description in `docs/abilities.md`. */
  readonly what: string;
  /** The routes of Form A without their prefix. */
  readonly routes: readonly string[];
}

/**
 * All such rules; services refer to them by name. Together with the ability of each route (`@Requires`) they define
 * what a token may do. `docs/abilities.md` lists both.
 */
export const ABILITY_RULES = {
  'approvals.decide_any_step': {
    needs: 'admin',
    what: 'Deciding an approval step for which the user is not an approver, recorded as an override',
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
    what: 'Delegating the approvals of another user, and ending such a delegation',
    routes: ['POST /users/{id}/delegations', 'DELETE /users/{id}/delegations/{delegation_id}'],
  },
  'budgets.reopen': {
    needs: 'admin',
    what: 'Reactivating a closed budget',
    routes: ['PUT /budgets/{id}'],
  },
  'departments.choose_head': {
    needs: 'admin',
    what: "Setting a department's head, who approves its orders",
    routes: ['POST /departments', 'PUT /departments/{id}'],
  },
  'invoices.approve_without_order': {
    needs: 'admin',
    what: 'Approving an invoice without an order with a role other than `finance_manager` and `admin`',
    routes: ['POST /invoices/{id}/approve'],
  },
  'invoices.override': {
    needs: 'admin',
    what: 'Approving an invoice that does not match or exceeds its budget (`override`, `override_budget`)',
    routes: ['POST /invoices/{id}/approve'],
  },
  'invoices.pay_to_changed_account': {
    needs: 'approve',
    what: "Paying an invoice when the vendor's bank details have changed since its approval",
    routes: ['POST /invoices/{id}/payments'],
  },
  'invoices.withdraw_of_others': {
    needs: 'admin',
    what: 'Withdrawing an invoice that another user submitted',
    routes: ['POST /invoices/{id}/withdraw'],
  },
  'budgets.activate_after_carry': {
    needs: 'admin',
    what: 'Reactivating a budget after its orders were carried forward, with `comments`',
    routes: ['PUT /budgets/{id}'],
  },
  'purchase_orders.override_budget': {
    needs: 'admin',
    what: 'Approving or reopening an order, approving an amendment, or carrying orders forward, although the budget is insufficient (`override_budget`)',
    routes: [
      'POST /purchase-orders/{id}/approve',
      'POST /purchase-orders/{id}/reopen',
      'POST /purchase-orders/{id}/amendments/{amendment_id}/approve',
      'POST /budgets/{id}/carry-forward',
    ],
  },
  'purchase_orders.withdraw_any': {
    needs: 'admin',
    what: 'Withdrawing an order that another user submitted, or an amendment that another user requested',
    routes: ['POST /purchase-orders/{id}/withdraw', 'POST /purchase-orders/{id}/amendments/{amendment_id}/withdraw'],
  },
  'tokens.act_as_others': {
    needs: 'admin',
    what: 'Creating a token that acts as a given user (`user_id`)',
    routes: ['POST /tokens'],
  },
  'tokens.outlive_minter': {
    needs: 'admin',
    what: 'Creating a token that may expire later than the creating token and is not revoked with it; otherwise its expiry is shortened and it is revoked with the creating token',
    routes: ['POST /tokens'],
  },
  'users.change_identity': {
    needs: 'admin',
    what: "Changing a user's role, department or e-mail address (also your own), or another user's name and phone",
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
    what: 'Unblocking a blacklisted vendor',
    routes: ['POST /vendors/{id}/unblock'],
  },
} as const satisfies Record<string, AbilityRule>;

export type AbilityRuleName = keyof typeof ABILITY_RULES;

export function abilityMissing(ability: Ability): DomainError {
  return new DomainError('FORBIDDEN_ABILITY', { key: 'error.forbidden', params: { ability } });
}

export function hasAbility(actor: Pick<Actor, 'abilities'>, rule: AbilityRuleName): boolean {
  return can(actor, ABILITY_RULES[rule].needs);
}

/** @throws DomainError FORBIDDEN_ABILITY with the rule's ability, when the actor lacks it */
export function requireRule(actor: Pick<Actor, 'abilities'>, rule: AbilityRuleName): void {
  if (!hasAbility(actor, rule)) throw abilityMissing(ABILITY_RULES[rule].needs);
}

/** @throws DomainError FORBIDDEN_ABILITY with the first missing ability */
export function requireAll(actor: Pick<Actor, 'abilities'>, abilities: readonly Ability[]): void {
  const missing = abilities.find((ability) => !can(actor, ability));
  if (missing) throw abilityMissing(missing);
}

export type Holder = Pick<Actor, 'abilities' | 'role' | 'permissions'>;

/** True through the token's ability `admin`, the role `admin`, or the permissions of the role. */
export function holds(actor: Holder, permission: Permission): boolean {
  return can(actor, 'admin') || actor.role === 'admin' || actor.permissions.includes(permission);
}

export function roleNotPermitted(role: string | null, permission: Permission): DomainError {
  return new DomainError(
    'ROLE_NOT_PERMITTED',
    { key: 'role.not_permitted', params: { role: role ?? '-', permission } },
    { details: { permission, role } },
  );
}

/** A guarded write must also pass the permission to `TokenAuthority.recheckToken`. @throws DomainError ROLE_NOT_PERMITTED */
export function requirePermission(actor: Holder, permission: Permission): void {
  if (!holds(actor, permission)) throw roleNotPermitted(actor.role, permission);
}
