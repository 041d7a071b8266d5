import { selectSql } from '../../platform/records';
import { ShownDepartment } from './entities/department.entity';

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

/** The department as JSON of its id, name and code; NULL where there is none. */
export const departmentJson = ({ tenantId, id }: DepartmentAt): string =>
  `(SELECT json_build_object('id', id, 'name', name, 'code', code) FROM departments
     WHERE tenant_id = ${tenantId} AND id = ${id})`;

/** Columns of a department `d` with its head. */
export const DEPARTMENT = `
  ${selectSql(ShownDepartment, 'd')}, d.version,
  (SELECT json_build_object('id', u.id, 'name', u.name_en)
     FROM users u WHERE u.tenant_id = d.tenant_id AND u.id = d.head_user_id) AS "headUser"`;

/** A user who may head a department; stays there until the transaction ends. Values: tenant, user. */
export const POSSIBLE_HEAD = `SELECT 1 FROM users WHERE tenant_id = $1 AND id = $2 AND status <> 'inactive' FOR KEY SHARE`;
