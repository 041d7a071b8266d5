import { INITIAL_PERMISSIONS, PERMISSIONS, initialPermissionsOf, ROLES, roleId } from '../../../common/actor/roles';
import { holds, requirePermission } from '../../../common/actor/abilities';
import { MESSAGES } from '../../../messages';
import { refusal } from '../../../../test/support/refusals';
import { type Choice, inOrder, permissionsOfRoles, permissionsVersion, rolesWith } from './role-permissions';

describe('what each role may do', () => {
  it('is the initial table where the tenant has chosen nothing', () => {
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

  it('is all of what the tenant has chosen for a role, and nothing else', () => {
    const roles = permissionsOfRoles([{ role: 'requester', permissions: ['payments.write', 'orders.write'] }]);
    expect(roles.requester).toEqual(['orders.write', 'payments.write']);
    expect(roles.viewer).toEqual([]);
    expect(permissionsOfRoles([{ role: 'finance_manager', permissions: [] }]).finance_manager).toEqual([]);
  });

  it('leaves out what this release does not know', () => {
    const newer = { role: 'viewer', permissions: ['audit.read', 'rockets.launch'] } as unknown as Choice;
    expect(permissionsOfRoles([newer]).viewer).toEqual(['audit.read']);
    expect(inOrder(newer.permissions)).toEqual(['audit.read']);
  });

  it('has a version that changes with it', () => {
    expect(permissionsVersion(['orders.write'])).toBe(permissionsVersion(['orders.write']));
    const versions = [[], ['orders.write'], ['orders.write', 'audit.read']] as const;
    expect(new Set(versions.map(permissionsVersion)).size).toBe(3);
    expect(permissionsVersion([])).toMatch(/^[\w-]{22}$/);
  });
});

describe('who holds a permission', () => {
  const viewer = { role: 'viewer', abilities: ['read', 'write'], permissions: [] } as const;

  it('is whose role has it, the role admin, and a token with the ability admin', () => {
    expect(holds(viewer, 'payments.write')).toBe(false);
    expect(holds({ ...viewer, permissions: ['payments.write'] }, 'payments.write')).toBe(true);
    expect(holds({ ...viewer, permissions: ['payments.write'] }, 'orders.write')).toBe(false);
    expect(holds({ ...viewer, role: 'admin' }, 'payments.write')).toBe(true);
    expect(holds({ ...viewer, abilities: ['admin'] }, 'payments.write')).toBe(true);
    expect(holds({ ...viewer, role: null, abilities: [] }, 'payments.write')).toBe(false);
  });

  it('is told in the refusal: permission, role, and who may change it', () => {
    expect(() => requirePermission({ ...viewer, role: 'admin' }, 'audit.read')).not.toThrow();
    expect(refusal(() => requirePermission(viewer, 'audit.read'))).toMatchObject({
      code: 'ROLE_NOT_PERMITTED',
      says: "The role viewer of this token's user lacks the permission audit.read. An admin may give it to the role (PUT /roles/viewer), or give the user a role that has it.",
    });
  });
});

it('every permission says what it covers', () => {
  for (const permission of PERMISSIONS) expect(MESSAGES[`permission.${permission}`].ar).toMatch(/[\u0600-\u06ff]/);
});

it('ids of roles never change: users are shown with them', () => {
  expect(ROLES.map(roleId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect([roleId('admin'), roleId('viewer'), roleId('auditor')]).toEqual([1, 8, 9]);
  expect(initialPermissionsOf('nobody')).toEqual([]);
});
