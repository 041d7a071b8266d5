import { Out, versioned } from '../../platform/http';
import { ResponseOf } from '../../platform/records';
import { ShownProject } from './entities/project.entity';
import type { ProjectRow } from './projects.queries';

export class ProjectDepartmentResponse {
  @Out.id() id: number;
  @Out.text({ example: 'Information Technology' }) name: string;
  @Out.text({ example: 'IT' }) code: string;
}

export class ProjectResponse extends ResponseOf(ShownProject, { omit: ['departmentId'] }) {
  @Out.object(() => ProjectDepartmentResponse, { nullable: true }) department: ProjectDepartmentResponse | null;
}

export function toProjectResponse(row: ProjectRow): ProjectResponse {
  const response = Object.assign(ProjectResponse.from(row), { department: row.department });
  return versioned(response, row.version);
}
