export { ProjectsModule } from './projects.module';
export { ProjectResponse, toProjectResponse } from './answers';
export { WrittenProject } from './entities/project.entity';
export { ProjectsQueries } from './projects.queries';
export { ProjectsService } from './projects.service';
export { CreateProjectDto, UpdateProjectDto } from './requests';
