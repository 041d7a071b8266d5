import { EXTERNAL_FIELDS } from '../../../common/records/external';
import { Audited } from '../../../common/records/audited';
import type { User } from './user.entity';

/** What the audit log keeps of a user. */
export const USER_FIELDS = new Audited<User>({
  name_en: 'nameEn',
  name_ar: 'nameAr',
  email: 'email',
  role: 'role',
  department_id: 'departmentId',
  phone: 'phone',
  status: 'status',
  ...EXTERNAL_FIELDS,
});
