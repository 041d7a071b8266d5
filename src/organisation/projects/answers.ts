import type { Metadata } from '../../common/records/external';
import { Out } from '../../platform/http';

export class ProjectDepartmentResponse {
  @Out.id() id: number;
  @Out.text({ example: 'Information Technology' }) name: string;
  @Out.text({ example: 'IT' }) code: string;
}

export class ProjectResponse {
  @Out.id() id: number;
  @Out.text({ example: 'Al Malqa School' }) name: string;
  @Out.text({ nullable: true, example: 'مستودع الرياض' }) name_ar: string | null;
  @Out.text({ example: 'RUH-WH' }) code: string;
  @Out.object(() => ProjectDepartmentResponse, { nullable: true }) department: ProjectDepartmentResponse | null;
  @Out.boolean({ example: true }) is_active: boolean;
  @Out.externalId() external_id: string | null;
  @Out.metadata() metadata: Metadata;
  @Out.timestamp() created_at: string;
  @Out.timestamp() updated_at: string;
}
