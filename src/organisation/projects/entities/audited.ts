import { EXTERNAL_FIELDS } from '../../../common/records/external';
import { Audited } from '../../../common/records/audited';
import type { Project } from './project.entity';

/** What the audit log keeps of a project. */
export const PROJECT_FIELDS = new Audited<Project>({
  name: 'name',
  name_ar: 'nameAr',
  code: 'code',
  department_id: 'departmentId',
  is_active: 'isActive',
  ...EXTERNAL_FIELDS,
});
