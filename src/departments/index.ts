export { isActiveDepartment, isDepartment } from './department-references.sql';
export { DepartmentsModule } from './departments.module';
export { DepartmentsService } from './departments.service';
export type { DepartmentReference } from './departments.service';
