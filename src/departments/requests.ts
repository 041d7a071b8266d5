import type { UserId } from '../common/records/ids';
import { Field, ListQuery, Parameter } from '../http';
import type { DepartmentInput, NewDepartmentInput } from './departments.service';
import { type DepartmentFilter, SORTABLE } from './departments.queries';

class DepartmentFieldsIn {
  @Field.text({ optional: true, nullable: true, example: 'تقنية المعلومات' }) name_ar?: string | null;

  @Field.id({ optional: true, nullable: true, description: 'Decides its orders. Setting it needs `admin`.' })
  head_user_id?: UserId | null;

  @Field.boolean({ optional: true, description: 'An inactive one takes no new orders.' }) is_active?: boolean;
}

export class CreateDepartmentIn extends DepartmentFieldsIn {
  @Field.text({ example: 'Information Technology' }) name: string;
  @Field.text({ max: 50, example: 'IT', description: 'Unique, whatever the case.' }) code: string;

  toInput(): NewDepartmentInput {
    return { ...departmentFields(this), name: this.name, code: this.code };
  }
}

export class UpdateDepartmentIn extends DepartmentFieldsIn {
  @Field.text({ optional: true }) name?: string;
  @Field.text({ optional: true, max: 50 }) code?: string;

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
  @Parameter.boolean() is_active?: boolean;

  toFilter(): DepartmentFilter {
    return {
      ...(this.is_active !== undefined && { isActive: this.is_active }),
      ...(this.search !== undefined && { search: this.search }),
    };
  }
}
