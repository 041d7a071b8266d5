import { Out, versioned } from '../../platform/http';
import { ResponseOf } from '../../platform/records';
import type { DepartmentRow } from './departments.queries';
import { ShownDepartment } from './entities/department.entity';

export class DepartmentHeadResponse {
  @Out.id() id: number;
  @Out.text({ example: 'Sara Al-Qahtani' }) name: string;
}

export class DepartmentResponse extends ResponseOf(ShownDepartment) {
  @Out.object(() => DepartmentHeadResponse, { nullable: true }) head_user: DepartmentHeadResponse | null;
}

export function toDepartmentResponse(row: DepartmentRow): DepartmentResponse {
  const response = Object.assign(DepartmentResponse.from(row), { head_user: row.headUser });
  return versioned(response, row.version);
}
