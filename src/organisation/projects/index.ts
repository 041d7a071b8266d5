export { ProjectsModule } from './projects.module';
export { ProjectResponse } from './answers';
export { presentProject } from './present';
export { ProjectsQueries } from './projects.queries';
export { ProjectsService } from './projects.service';
export { CreateProjectDto, UpdateProjectDto } from './requests';
