/** What each role may do in a tenant. Settings show and change one permission by its former name. */
export { type PermissionsOfRoles, rolesWith } from './domain/role-permissions';
export { RoleResponse, presentRole } from './answers';
export { RolesModule } from './roles.module';
export { RolesService } from './roles.service';
