import { Field, ListQuery, Parameter } from '../http';
import type { NewProjectInput, ProjectInput } from './projects.service';
import { type ProjectFilter, SORTABLE } from './projects.queries';

class ProjectFieldsIn {
  @Field.text({ optional: true, nullable: true, example: 'مستودع الرياض' }) name_ar?: string | null;

  @Field.id({ optional: true, nullable: true, description: 'The department it belongs to, if any.' })
  department_id?: number | null;

  @Field.boolean({ optional: true, description: 'An inactive one takes no new orders.' }) is_active?: boolean;
}

export class CreateProjectIn extends ProjectFieldsIn {
  @Field.text({ example: 'Riyadh warehouse' }) name: string;
  @Field.text({ max: 50, example: 'RUH-WH', description: 'Unique, whatever the case.' }) code: string;

  toInput(): NewProjectInput {
    return { ...projectFields(this), name: this.name, code: this.code };
  }
}

export class UpdateProjectIn extends ProjectFieldsIn {
  @Field.text({ optional: true }) name?: string;
  @Field.text({ optional: true, max: 50 }) code?: string;

  toInput(): ProjectInput {
    return {
      ...projectFields(this),
      ...(this.name !== undefined && { name: this.name }),
      ...(this.code !== undefined && { code: this.code }),
    };
  }
}

function projectFields(body: ProjectFieldsIn): ProjectInput {
  return {
    ...(body.name_ar !== undefined && { nameAr: body.name_ar }),
    ...(body.department_id !== undefined && { departmentId: body.department_id }),
    ...(body.is_active !== undefined && { isActive: body.is_active }),
  };
}

export class ProjectListQuery extends ListQuery({ sortable: [...SORTABLE], search: 'names and code' }) {
  @Parameter.boolean() is_active?: boolean;
  @Parameter.id() department_id?: number;

  toFilter(): ProjectFilter {
    return {
      ...(this.is_active !== undefined && { isActive: this.is_active }),
      ...(this.department_id !== undefined && { departmentId: this.department_id }),
      ...(this.search !== undefined && { search: this.search }),
    };
  }
}
