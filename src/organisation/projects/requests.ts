import { ListQuery, Parameter } from '../../platform/http';
import { RequestOf } from '../../platform/records';
import { WrittenProject } from './entities/project.entity';
import { type ProjectFilter, SORTABLE } from './projects.queries';

export class CreateProjectDto extends RequestOf(WrittenProject, { required: ['name', 'code'] }) {}
export class UpdateProjectDto extends RequestOf(WrittenProject) {}

export class ProjectListQuery extends ListQuery({ sortable: [...SORTABLE], search: 'names and code', updated: true }) {
  @Parameter.boolean({ description: '`true`: only active projects; `false`: only inactive ones.', example: true })
  is_active?: boolean;

  @Parameter.id({ description: 'Projects of this department.', example: 1 }) department_id?: number;

  @Parameter.externalId() external_id?: string;

  toFilter(): ProjectFilter {
    const { is_active: isActive, department_id: departmentId, search } = this;
    return { isActive, departmentId, updated: this.updated(), externalId: this.external_id, search };
  }
}
