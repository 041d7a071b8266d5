import type { UserId } from '../../common/records/ids';
import { given } from '../../common/records/given';
import { ExternalDto, externalOf, Field, ListQuery, Parameter } from '../../platform/http';
import type { DepartmentInput, NewDepartmentInput } from './departments.service';
import { type DepartmentFilter, SORTABLE } from './departments.queries';

class DepartmentFieldsDto extends ExternalDto {
  @Field.text({ optional: true, nullable: true, example: 'تقنية المعلومات' }) name_ar?: string | null;

  @Field.id({ optional: true, nullable: true, description: 'Decides its orders. Setting it needs `admin`.' })
  head_user_id?: UserId | null;

  @Field.boolean({ optional: true, description: 'An inactive one takes no new orders.' }) is_active?: boolean;
}

export class CreateDepartmentDto extends DepartmentFieldsDto {
  @Field.text({ example: 'Information Technology' }) name: string;
  @Field.text({ max: 50, example: 'IT', description: 'Unique, whatever the case.' }) code: string;

  toInput(): NewDepartmentInput {
    return { ...inputOf(this), name: this.name, code: this.code };
  }
}

export class UpdateDepartmentDto extends DepartmentFieldsDto {
  @Field.text({ optional: true }) name?: string;
  @Field.text({ optional: true, max: 50 }) code?: string;

  toInput(): DepartmentInput {
    return inputOf(this);
  }
}

function inputOf(body: CreateDepartmentDto | UpdateDepartmentDto): DepartmentInput {
  const { name, name_ar: nameAr, code, head_user_id: headUserId, is_active: isActive } = body;
  return { ...externalOf(body), ...given<DepartmentInput>({ name, nameAr, code, headUserId, isActive }) };
}

export class DepartmentListQuery extends ListQuery({
  sortable: [...SORTABLE],
  search: 'names and code',
  updated: true,
}) {
  @Parameter.boolean({ description: '`true`: those alone that take new orders; `false`: the others.', example: true })
  is_active?: boolean;

  @Parameter.externalId() external_id?: string;

  toFilter(): DepartmentFilter {
    return { isActive: this.is_active, updated: this.updated(), externalId: this.external_id, search: this.search };
  }
}
