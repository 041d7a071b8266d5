import { ListQuery, Parameter } from '../../platform/http';
import { RequestOf } from '../../platform/records';
import { type DepartmentFilter, SORTABLE } from './departments.queries';
import { WrittenDepartment } from './entities/department.entity';

export class CreateDepartmentDto extends RequestOf(WrittenDepartment, { required: ['name', 'code'] }) {}
export class UpdateDepartmentDto extends RequestOf(WrittenDepartment) {}

export class DepartmentListQuery extends ListQuery({
  sortable: [...SORTABLE],
  search: 'names and code',
  updated: true,
}) {
  @Parameter.boolean({ description: '`true`: only active departments; `false`: only inactive ones.', example: true })
  is_active?: boolean;

  @Parameter.externalId() external_id?: string;

  toFilter(): DepartmentFilter {
    return { isActive: this.is_active, updated: this.updated(), externalId: this.external_id, search: this.search };
  }
}
