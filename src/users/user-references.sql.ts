/** @returns SQL of `{id, name}` of a user, null where there is none; both arguments are SQL expressions */
export const personSql = (tenantId: string, id: string): string =>
  `(SELECT json_build_object('id', u.id, 'name', u.name_en) FROM users u WHERE u.tenant_id = ${tenantId} AND u.id = ${id})`;
