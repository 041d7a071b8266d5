import { ROLES, Role } from '../../../common/actor/roles';
import { ExternalDto, Field, ListQuery, Parameter } from '../../../platform/http';
import { USER_STATUSES, type UserStatus } from '../domain/user-lifecycle';
import { USER_SORTS, type UserFilter } from '../users.queries';

const MAX_PHONE = 50;
const ROLE_NOTE = "Decides which approval steps the user may decide; what may be called is the token's abilities.";
const ANOTHERS_NOTE = "Another user's needs an admin token.";

export class CreateUserDto extends ExternalDto {
  @Field.text({ example: 'Sara Al-Qahtani' }) name_en: string;
  @Field.text({ optional: true, nullable: true, example: 'سارة القحطاني' }) name_ar?: string | null;

  @Field.email({
    description: 'Unique in the tenant, whatever its case. The invitation goes here.',
    example: 'sara@najd.example',
  })
  email: string;

  @Field.oneOf(ROLES, { description: `${ROLE_NOTE} \`admin\` needs an admin token.` }) role: Role;
  @Field.id({ optional: true, nullable: true }) department_id?: number | null;
  @Field.text({ optional: true, nullable: true, max: MAX_PHONE, example: '+966 50 000 0000' }) phone?: string | null;
}

export class UpdateUserDto extends ExternalDto {
  @Field.text({ optional: true, example: 'Sara Al-Qahtani', description: ANOTHERS_NOTE }) name_en?: string;

  @Field.text({ optional: true, nullable: true, example: 'سارة القحطاني', description: ANOTHERS_NOTE })
  name_ar?: string | null;

  @Field.email({
    optional: true,
    description: 'Changing it needs an admin token. The change is told to the old address.',
  })
  email?: string;

  @Field.oneOf(ROLES, { optional: true, description: `${ROLE_NOTE} Changing it needs an admin token.` }) role?: Role;

  @Field.id({ optional: true, nullable: true, description: 'Changing it needs an admin token.' })
  department_id?: number | null;

  @Field.text({ optional: true, nullable: true, max: MAX_PHONE, description: ANOTHERS_NOTE }) phone?: string | null;
}

export class UsersQuery extends ListQuery({
  sortable: USER_SORTS,
  search: 'names and e-mail addresses',
  updated: true,
}) {
  @Parameter.oneOf(ROLES, { description: 'Users with this role.', example: 'requester' }) role?: Role;
  @Parameter.id({ description: 'Users of this department.', example: 1 }) department_id?: number;

  @Parameter.someOf(USER_STATUSES, {
    description: 'An invited user has not yet accepted; an inactive one does nothing any more.',
    example: 'active,invited',
  })
  status?: UserStatus[];

  @Parameter.externalId() external_id?: string;

  toFilter(): UserFilter {
    const { role, department_id: departmentId, status: statuses, search } = this;
    return { role, departmentId, statuses, updated: this.updated(), externalId: this.external_id, search };
  }
}

export class AcceptInvitationDto {
  @Field.text({
    description: 'What stands behind `#token=` in the link of the invitation.',
    example: 'inv_ and 43 characters',
  })
  token: string;
}
