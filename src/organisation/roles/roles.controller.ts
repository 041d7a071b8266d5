import { Get, Put } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import { PERMISSIONS, type Permission, ROLES, type Role } from '../../common/actor/roles';
import type { Language } from '../../messages';
import type { Page } from '../../common/lists/page';
import type { IfMatch } from '../../common/records/versions';
import {
  Answers,
  AnswersPage,
  Body,
  BothForms,
  CurrentActor,
  CurrentLanguage,
  Examples,
  Field,
  IfMatches,
  ListQuery,
  PathName,
  Query,
  Requires,
} from '../../platform/http';
import { toRoleResponse, RoleResponse } from './answers';
import { pageOfRoles, RolesService } from './roles.service';

class RoleListQuery extends ListQuery({ sortable: ['id', 'slug'], defaultOrder: 'asc', search: 'slugs' }) {}

class RoleDto {
  @Field.listOf(PERMISSIONS, { description: 'All permissions of the role. Omitted permissions are removed.' })
  permissions: readonly Permission[];
}

@BothForms('roles', 'Roles')
export class RolesController {
  constructor(private readonly roles: RolesService) {}

  @Get()
  @Requires('read')
  @AnswersPage(RoleResponse, {
    summary: 'List roles with their permissions',
    description:
      "An operation requires the token's ability. If it names a permission (`x-required-permission`), it also requires that " +
      "permission of the user's role. The role `admin` and tokens with the ability `admin` have all " +
      'permissions.',
  })
  async list(
    @CurrentActor() actor: Actor,
    @Query() query: RoleListQuery,
    @CurrentLanguage() language: Language,
  ): Promise<Page<RoleResponse>> {
    const permissions = await this.roles.read(actor.tenantId);
    return pageOfRoles(actor.tenantId, query.search, query.toPageRequest()).map((role) =>
      toRoleResponse(role, permissions[role], language),
    );
  }

  @Get(':slug')
  @Examples({ path: { slug: 'finance_officer' } })
  @Requires('read')
  @Answers(RoleResponse, { summary: 'Get a role with its permissions' })
  async get(
    @CurrentActor() actor: Actor,
    @PathName('slug', ROLES) role: Role,
    @CurrentLanguage() language: Language,
  ): Promise<RoleResponse> {
    return toRoleResponse(role, (await this.roles.read(actor.tenantId))[role], language);
  }

  @Put(':slug')
  @Examples({
    path: { slug: 'requester' },
    bodies: {
      'Requesters who also receive goods': { permissions: ['orders.write', 'receipts.write'] },
      'Requesters who only order': { permissions: ['orders.write'] },
    },
  })
  @Requires('admin', 'none')
  @Answers(RoleResponse, {
    summary: 'Change the permissions of a role',
    message: 'role.changed',
    description:
      'In effect from the next request on. The role `admin` always has all permissions and cannot be ' +
      'changed. The audit log records the user, the role, and the old and new permissions.',
    codes: ['PRECONDITION_FAILED'],
  })
  async change(
    @CurrentActor() actor: Actor,
    @PathName('slug', ROLES) role: Role,
    @Body() { permissions }: RoleDto,
    @IfMatches() ifMatch: IfMatch,
    @CurrentLanguage() language: Language,
  ): Promise<RoleResponse> {
    const changed = await this.roles.change(actor, role, permissions, ifMatch);
    return toRoleResponse(role, changed, language);
  }
}
