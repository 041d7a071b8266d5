export { UserPorts } from './ports';
export type { OpenStepsPort } from './ports';
export { personSql } from './user-references.sql';
export { UsersModule } from './users.module';
