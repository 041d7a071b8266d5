import { versioned } from '../../platform/http';
import type { DepartmentResponse } from './answers';
import type { DepartmentRow } from './departments.queries';

/** A department in an answer, with its version as the ETag. */
export function presentDepartment(row: DepartmentRow): DepartmentResponse {
  const { id, name, name_ar, code, head_user, is_active } = row;
  const answer: DepartmentResponse = {
    id,
    name,
    name_ar,
    code,
    head_user_id: head_user?.id ?? null,
    head_user,
    is_active,
    external_id: row.external_id,
    metadata: row.metadata,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
  return versioned(answer, row.version);
}
