import { ROLES, Role } from '../../../common/actor/roles';
import { Field, ListQuery, Parameter } from '../../../platform/http';
import { RequestOf } from '../../../platform/records';
import { USER_STATUSES, type UserStatus } from '../domain/user-lifecycle';
import { WrittenUser } from '../entities/user.entity';
import { USER_SORTS, type UserFilter } from '../users.queries';

export class CreateUserDto extends RequestOf(WrittenUser, { required: ['nameEn', 'email', 'role'] }) {}
export class UpdateUserDto extends RequestOf(WrittenUser) {}

export class UsersQuery extends ListQuery({
  sortable: USER_SORTS,
  search: 'names and e-mail addresses',
  updated: true,
}) {
  @Parameter.oneOf(ROLES, { description: 'Users with this role.', example: 'requester' }) role?: Role;
  @Parameter.id({ description: 'Users of this department.', example: 1 }) department_id?: number;

  @Parameter.someOf(USER_STATUSES, {
    description: 'An invited user has not accepted yet; an inactive one has no access.',
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
    description: 'The text after `#token=` in the link of the invitation.',
    example: 'inv_ and 43 characters',
  })
  token: string;
}
