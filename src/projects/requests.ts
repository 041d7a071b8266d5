import { Field, ListQuery, Out, Parameter, versioned } from '../http';
import type { ProjectInput, NewProjectInput } from './project-input';
import type { ProjectRow } from './project-rows';
import { type ProjectFilter, SORTABLE } from './projects.queries';

class ProjectFieldsIn {
  @Field.text({ optional: true, nullable: true, example: 'مستودع الرياض' })
  name_ar?: string | null;

  @Field.id({ optional: true, nullable: true, description: 'The department it belongs to, if any.' })
  department_id?: number | null;

  @Field.boolean({ optional: true, description: 'An inactive one takes no new orders.' })
  is_active?: boolean;
}

export class CreateProjectIn extends ProjectFieldsIn {
  @Field.text({ example: 'Riyadh warehouse' })
  name: string;

  @Field.text({ max: 50, example: 'RUH-WH', description: 'Unique, whatever the case.' })
  code: string;

  toInput(): NewProjectInput {
    return { ...projectFields(this), name: this.name, code: this.code };
  }
}

export class UpdateProjectIn extends ProjectFieldsIn {
  @Field.text({ optional: true })
  name?: string;

  @Field.text({ optional: true, max: 50 })
  code?: string;

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
  @Parameter.boolean()
  is_active?: boolean;

  @Parameter.id()
  department_id?: number;

  toFilter(): ProjectFilter {
    return {
      ...(this.is_active !== undefined && { isActive: this.is_active }),
      ...(this.department_id !== undefined && { departmentId: this.department_id }),
      ...(this.search !== undefined && { search: this.search }),
    };
  }
}

export class ProjectDepartmentOut {
  @Out.id() id: number;
  @Out.text({ example: 'Information Technology' }) name: string;
  @Out.text({ example: 'IT' }) code: string;
}

export class ProjectOut {
  @Out.id() id: number;
  @Out.text({ example: 'Riyadh warehouse' }) name: string;
  @Out.text({ nullable: true, example: 'مستودع الرياض' }) name_ar: string | null;
  @Out.text({ example: 'RUH-WH' }) code: string;
  @Out.object(() => ProjectDepartmentOut, { nullable: true }) department: ProjectDepartmentOut | null;
  @Out.boolean({ example: true }) is_active: boolean;
  @Out.timestamp() created_at: string;
  @Out.timestamp() updated_at: string;
}

export function presentProject(row: ProjectRow): ProjectOut {
  const { id, name, name_ar, code, department, is_active } = row;
  const answer: ProjectOut = {
    id,
    name,
    name_ar,
    code,
    department,
    is_active,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
  return versioned(answer, row.version);
}
