import { EXTERNAL_FIELDS } from '../../../common/records/external';
import { Audited } from '../../../common/records/audited';
import type { Department } from './department.entity';

/** What the audit log keeps of a department. */
export const DEPARTMENT_FIELDS = new Audited<Department>({
  name: 'name',
  name_ar: 'nameAr',
  code: 'code',
  head_user_id: 'headUserId',
  is_active: 'isActive',
  ...EXTERNAL_FIELDS,
});
