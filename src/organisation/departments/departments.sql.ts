import { selectSql } from '../../platform/records';
import { ShownDepartment } from './entities/department.entity';

/** SQL expressions: columns, or parameters such as `$2`. */
interface DepartmentAt {
  readonly tenantId: string;
  readonly id: string;
}

/** For statements with several checks; otherwise use `DepartmentsService.require`, which also locks the department. */
export const isActiveDepartment = ({ tenantId, id }: DepartmentAt): string =>
  `EXISTS (SELECT FROM departments WHERE tenant_id = ${tenantId} AND id = ${id} AND is_active)`;

/** JSON of the department's id, name and code; NULL if there is none. */
export const departmentJson = ({ tenantId, id }: DepartmentAt): string =>
  `(SELECT json_build_object('id', id, 'name', name, 'code', code) FROM departments
     WHERE tenant_id = ${tenantId} AND id = ${id})`;

/** Columns of a department `d` with its head. */
export const DEPARTMENT = `
  ${selectSql(ShownDepartment, 'd')}, d.version,
  (SELECT json_build_object('id', u.id, 'name', u.name_en)
     FROM users u WHERE u.tenant_id = d.tenant_id AND u.id = d.head_user_id) AS "headUser"`;

/** A user who may head a department, locked against deletion until the transaction ends. Values: tenant, user. */
export const POSSIBLE_HEAD = `SELECT 1 FROM users WHERE tenant_id = $1 AND id = $2 AND status <> 'inactive' FOR KEY SHARE`;
