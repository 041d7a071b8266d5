export { type PermissionsOfRoles, rolesWith } from './domain/role-permissions';
export { RoleResponse, toRoleResponse } from './answers';
export { RolesModule } from './roles.module';
export { RolesService } from './roles.service';
