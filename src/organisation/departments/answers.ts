import type { Metadata } from '../../common/records/external';
import { Out } from '../../platform/http';

export class DepartmentHeadResponse {
  @Out.id() id: number;
  @Out.text({ example: 'Sara Al-Qahtani' }) name: string;
}

export class DepartmentResponse {
  @Out.id() id: number;
  @Out.text({ example: 'Information Technology' }) name: string;
  @Out.text({ nullable: true, example: 'تقنية المعلومات' }) name_ar: string | null;
  @Out.text({ example: 'IT' }) code: string;
  @Out.integer({ nullable: true, example: 3 }) head_user_id: number | null;
  @Out.object(() => DepartmentHeadResponse, { nullable: true }) head_user: DepartmentHeadResponse | null;
  @Out.boolean({ example: true }) is_active: boolean;
  @Out.externalId() external_id: string | null;
  @Out.metadata() metadata: Metadata;
  @Out.timestamp() created_at: string;
  @Out.timestamp() updated_at: string;
}
