export { UserPorts } from './ports';
export type { OpenStepsPort } from './ports';
export { UsersModule } from './users.module';
export { UsersRepository } from './users.repository';
