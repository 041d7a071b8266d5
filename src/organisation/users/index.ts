export { type OpenStepsPort, UserPorts } from './ports';
export { toUserResponse, UserResponse } from './http/answers';
export { WrittenUser } from './entities/user.entity';
export { personSql, UsersQueries } from './users.queries';
export { UsersModule } from './users.module';
export { UsersRepository } from './users.repository';
export { UsersService } from './users.service';
export { CreateUserDto, UpdateUserDto } from './http/requests';
