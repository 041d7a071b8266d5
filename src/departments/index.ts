export { departmentJson, isActiveDepartment } from './departments.sql';
export { DepartmentsModule } from './departments.module';
export { DepartmentsRepository } from './departments.repository';
export { DepartmentsService } from './departments.service';
export { CreateDepartmentIn, UpdateDepartmentIn } from './requests';
