import { given } from '../common/records/given';
import { Field, ListQuery, Parameter } from '../http';
import type { NewProjectInput, ProjectInput } from './projects.service';
import { SORTABLE } from './projects.queries';

class ProjectFieldsIn {
  @Field.text({ optional: true, nullable: true, example: 'مستودع الرياض' }) name_ar?: string | null;

  @Field.id({ optional: true, nullable: true, description: 'The department it belongs to, if any.' })
  department_id?: number | null;

  @Field.boolean({ optional: true, description: 'An inactive one takes no new orders.' }) is_active?: boolean;
}

export class CreateProjectIn extends ProjectFieldsIn {
  @Field.text({ example: 'Al Malqa School' }) name: string;
  @Field.text({ max: 50, example: 'RUH-WH', description: 'Unique, whatever the case.' }) code: string;

  toInput(): NewProjectInput {
    return { ...inputOf(this), name: this.name, code: this.code };
  }
}

export class UpdateProjectIn extends ProjectFieldsIn {
  @Field.text({ optional: true }) name?: string;
  @Field.text({ optional: true, max: 50 }) code?: string;

  toInput(): ProjectInput {
    return inputOf(this);
  }
}

function inputOf(body: CreateProjectIn | UpdateProjectIn): ProjectInput {
  const { name, name_ar: nameAr, code, department_id: departmentId, is_active: isActive } = body;
  return given<ProjectInput>({ name, nameAr, code, departmentId, isActive });
}

export class ProjectListQuery extends ListQuery({ sortable: [...SORTABLE], search: 'names and code' }) {
  @Parameter.boolean() is_active?: boolean;
  @Parameter.id() department_id?: number;
}
