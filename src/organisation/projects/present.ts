import { versioned } from '../../platform/http';
import type { ProjectResponse } from './answers';
import type { ProjectRow } from './projects.queries';

/** A project in an answer, with its version as the ETag. */
export function presentProject(row: ProjectRow): ProjectResponse {
  const { id, name, name_ar, code, department, is_active } = row;
  const answer: ProjectResponse = {
    id,
    name,
    name_ar,
    code,
    department,
    is_active,
    external_id: row.external_id,
    metadata: row.metadata,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
  return versioned(answer, row.version);
}
