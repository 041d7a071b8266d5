export { isActiveDepartment, isDepartment } from './departments.sql';
export { DepartmentsModule } from './departments.module';
export { DepartmentsService } from './departments.service';
export type { DepartmentReference } from './departments.service';
