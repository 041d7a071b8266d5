import { INITIAL_PERMISSIONS, PERMISSIONS, initialPermissionsOf, ROLES, roleId } from '../../../common/actor/roles';
import { holds, requirePermission } from '../../../common/actor/abilities';
import { MESSAGES } from '../../../messages';
import { refusal } from '../../../../test/support/refusals';
import { type Choice, inOrder, permissionsOfRoles, permissionsVersion, rolesWith } from './role-permissions';

describe('permissions of roles', () => {
  it('are the defaults if the tenant has set none', () => {
    const roles = permissionsOfRoles([]);
    expect(Object.keys(roles)).toEqual([...ROLES]);
    expect(roles.admin).toEqual(PERMISSIONS);
    expect(roles.viewer).toEqual([]);
    expect(roles.requester).toEqual(['orders.write', 'receipts.write']);
    expect(roles.auditor).toEqual(['audit.read']);
    for (const permission of PERMISSIONS) {
      const holders = ROLES.filter((role) => role === 'admin' || INITIAL_PERMISSIONS[permission].includes(role));
      expect(rolesWith(permission, roles)).toEqual(holders);
    }
  });

  it('are exactly those that the tenant has set for a role', () => {
    const roles = permissionsOfRoles([{ role: 'requester', permissions: ['payments.write', 'orders.write'] }]);
    expect(roles.requester).toEqual(['orders.write', 'payments.write']);
    expect(roles.viewer).toEqual([]);
    expect(permissionsOfRoles([{ role: 'finance_manager', permissions: [] }]).finance_manager).toEqual([]);
  });

  it('do not include names unknown to this release', () => {
    const newer = { role: 'viewer', permissions: ['audit.read', 'rockets.launch'] } as unknown as Choice;
    expect(permissionsOfRoles([newer]).viewer).toEqual(['audit.read']);
    expect(inOrder(newer.permissions)).toEqual(['audit.read']);
  });

  it('have a version that changes with them', () => {
    expect(permissionsVersion(['orders.write'])).toBe(permissionsVersion(['orders.write']));
    const versions = [[], ['orders.write'], ['orders.write', 'audit.read']] as const;
    expect(new Set(versions.map(permissionsVersion)).size).toBe(3);
    expect(permissionsVersion([])).toMatch(/^[\w-]{22}$/);
  });
});

describe('a permission', () => {
  const viewer = { role: 'viewer', abilities: ['read', 'write'], permissions: [] } as const;

  it('is granted by the role, the role admin, or a token with the ability admin', () => {
    expect(holds(viewer, 'payments.write')).toBe(false);
    expect(holds({ ...viewer, permissions: ['payments.write'] }, 'payments.write')).toBe(true);
    expect(holds({ ...viewer, permissions: ['payments.write'] }, 'orders.write')).toBe(false);
    expect(holds({ ...viewer, role: 'admin' }, 'payments.write')).toBe(true);
    expect(holds({ ...viewer, abilities: ['admin'] }, 'payments.write')).toBe(true);
    expect(holds({ ...viewer, role: null, abilities: [] }, 'payments.write')).toBe(false);
  });

  it('is named in the error, with the role and the permission to change it', () => {
    expect(() => requirePermission({ ...viewer, role: 'admin' }, 'audit.read')).not.toThrow();
    expect(refusal(() => requirePermission(viewer, 'audit.read'))).toMatchObject({
      code: 'ROLE_NOT_PERMITTED',
      says: "The role viewer of this token's user lacks the permission audit.read. An admin may give it to the role (PUT /roles/viewer), or give the user a role that has it.",
    });
  });
});

it('describes every permission in Arabic', () => {
  for (const permission of PERMISSIONS) expect(MESSAGES[`permission.${permission}`].ar).toMatch(/[\u0600-\u06ff]/);
});

it('does not change ids of roles, which users are shown with', () => {
  expect(ROLES.map(roleId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect([roleId('admin'), roleId('viewer'), roleId('auditor')]).toEqual([1, 8, 9]);
  expect(initialPermissionsOf('nobody')).toEqual([]);
});
