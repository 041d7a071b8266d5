export { departmentJson, isActiveDepartment } from './departments.sql';
export { DepartmentsModule } from './departments.module';
export { DepartmentResponse, toDepartmentResponse } from './answers';
export { WrittenDepartment } from './entities/department.entity';
export { DepartmentsQueries } from './departments.queries';
export { DepartmentsRepository } from './departments.repository';
export { DepartmentsService } from './departments.service';
export { CreateDepartmentDto, UpdateDepartmentDto } from './requests';
