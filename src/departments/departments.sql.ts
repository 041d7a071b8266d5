/** SQL expressions of a tenant's id and of a department's id: a column, or a parameter such as `$2`. */
interface DepartmentAt {
  readonly tenantId: string;
  readonly id: string;
}

/**
 * The department exists and is active: what a new order, invoice, budget or project may name. A condition for statements
 * that check several things at once; where nothing else is asked, `DepartmentsService.require` also keeps it there.
 */
export const isActiveDepartment = ({ tenantId, id }: DepartmentAt): string =>
  `EXISTS (SELECT FROM departments WHERE tenant_id = ${tenantId} AND id = ${id} AND is_active)`;

/** The department exists, active or not: what a user may belong to, and what stays named when it is deactivated. */
export const isDepartment = ({ tenantId, id }: DepartmentAt): string =>
  `EXISTS (SELECT FROM departments WHERE tenant_id = ${tenantId} AND id = ${id})`;
