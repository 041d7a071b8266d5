import { given } from '../../common/records/given';
import { ExternalDto, externalOf, Field, ListQuery, Parameter } from '../../platform/http';
import type { NewProjectInput, ProjectInput } from './projects.service';
import { type ProjectFilter, SORTABLE } from './projects.queries';

class ProjectFieldsDto extends ExternalDto {
  @Field.text({ optional: true, nullable: true, example: 'مستودع الرياض' }) name_ar?: string | null;

  @Field.id({ optional: true, nullable: true, description: 'The department it belongs to, if any.' })
  department_id?: number | null;

  @Field.boolean({ optional: true, description: 'An inactive one takes no new orders.' }) is_active?: boolean;
}

export class CreateProjectDto extends ProjectFieldsDto {
  @Field.text({ example: 'Al Malqa School' }) name: string;
  @Field.text({ max: 50, example: 'RUH-WH', description: 'Unique, whatever the case.' }) code: string;

  toInput(): NewProjectInput {
    return { ...inputOf(this), name: this.name, code: this.code };
  }
}

export class UpdateProjectDto extends ProjectFieldsDto {
  @Field.text({ optional: true }) name?: string;
  @Field.text({ optional: true, max: 50 }) code?: string;

  toInput(): ProjectInput {
    return inputOf(this);
  }
}

function inputOf(body: CreateProjectDto | UpdateProjectDto): ProjectInput {
  const { name, name_ar: nameAr, code, department_id: departmentId, is_active: isActive } = body;
  return { ...externalOf(body), ...given<ProjectInput>({ name, nameAr, code, departmentId, isActive }) };
}

export class ProjectListQuery extends ListQuery({
  sortable: [...SORTABLE],
  search: 'names and code',
  updated: true,
}) {
  @Parameter.boolean({ description: '`true`: those alone that take new orders; `false`: the others.', example: true })
  is_active?: boolean;

  @Parameter.id({ description: 'Projects of this department.', example: 1 }) department_id?: number;

  @Parameter.externalId() external_id?: string;

  toFilter(): ProjectFilter {
    const { is_active: isActive, department_id: departmentId, search } = this;
    return { isActive, departmentId, updated: this.updated(), externalId: this.external_id, search };
  }
}
