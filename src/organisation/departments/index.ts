export { departmentJson, isActiveDepartment } from './departments.sql';
export { DepartmentsModule } from './departments.module';
export { DepartmentResponse } from './answers';
export { DepartmentsQueries } from './departments.queries';
export { presentDepartment } from './present';
export { DepartmentsRepository } from './departments.repository';
export { DepartmentsService } from './departments.service';
export { CreateDepartmentDto, UpdateDepartmentDto } from './requests';
