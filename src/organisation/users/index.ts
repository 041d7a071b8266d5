export { type OpenStepsPort, UserPorts } from './ports';
export { presentUser, UserResponse } from './http/answers';
export { personSql, UsersQueries } from './users.queries';
export { UsersModule } from './users.module';
export { UsersRepository } from './users.repository';
export { UsersService } from './users.service';
export { CreateUserDto, UpdateUserDto } from './http/requests';
