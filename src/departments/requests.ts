import { Field, ListQuery, Out, Parameter, versioned } from '../http';
import type { DepartmentInput, NewDepartmentInput } from './department-input';
import type { DepartmentRow } from './department-rows';
import { type DepartmentFilter, SORTABLE } from './departments.queries';

class DepartmentFieldsIn {
  @Field.text({ optional: true, nullable: true, example: 'تقنية المعلومات' })
  name_ar?: string | null;

  @Field.id({ optional: true, nullable: true, description: 'Decides its orders. Setting it needs `admin`.' })
  head_user_id?: number | null;

  @Field.boolean({ optional: true, description: 'An inactive one takes no new orders.' })
  is_active?: boolean;
}

export class CreateDepartmentIn extends DepartmentFieldsIn {
  @Field.text({ example: 'Information Technology' })
  name: string;

  @Field.text({ max: 50, example: 'IT', description: 'Unique, whatever the case.' })
  code: string;

  toInput(): NewDepartmentInput {
    return { ...departmentFields(this), name: this.name, code: this.code };
  }
}

export class UpdateDepartmentIn extends DepartmentFieldsIn {
  @Field.text({ optional: true })
  name?: string;

  @Field.text({ optional: true, max: 50 })
  code?: string;

  toInput(): DepartmentInput {
    return {
      ...departmentFields(this),
      ...(this.name !== undefined && { name: this.name }),
      ...(this.code !== undefined && { code: this.code }),
    };
  }
}

function departmentFields(body: DepartmentFieldsIn): DepartmentInput {
  return {
    ...(body.name_ar !== undefined && { nameAr: body.name_ar }),
    ...(body.head_user_id !== undefined && { headUserId: body.head_user_id }),
    ...(body.is_active !== undefined && { isActive: body.is_active }),
  };
}

export class DepartmentListQuery extends ListQuery({ sortable: [...SORTABLE], search: 'names and code' }) {
  @Parameter.boolean()
  is_active?: boolean;

  toFilter(): DepartmentFilter {
    return {
      ...(this.is_active !== undefined && { isActive: this.is_active }),
      ...(this.search !== undefined && { search: this.search }),
    };
  }
}

export class DepartmentHeadOut {
  @Out.id() id: number;
  @Out.text({ example: 'Sara Al-Qahtani' }) name: string;
}

export class DepartmentOut {
  @Out.id() id: number;
  @Out.text({ example: 'Information Technology' }) name: string;
  @Out.text({ nullable: true, example: 'تقنية المعلومات' }) name_ar: string | null;
  @Out.text({ example: 'IT' }) code: string;
  @Out.integer({ nullable: true, example: 42 }) head_user_id: number | null;
  @Out.object(() => DepartmentHeadOut, { nullable: true }) head_user: DepartmentHeadOut | null;
  @Out.boolean({ example: true }) is_active: boolean;
  @Out.timestamp() created_at: string;
  @Out.timestamp() updated_at: string;
}

export function presentDepartment(row: DepartmentRow): DepartmentOut {
  const { id, name, name_ar, code, head_user, is_active } = row;
  const answer: DepartmentOut = {
    id,
    name,
    name_ar,
    code,
    head_user_id: head_user?.id ?? null,
    head_user,
    is_active,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
  return versioned(answer, row.version);
}
