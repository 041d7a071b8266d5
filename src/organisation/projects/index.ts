export { ProjectsModule } from './projects.module';
export { ProjectOut } from './answers';
export { presentProject } from './present';
export { ProjectsQueries } from './projects.queries';
export { ProjectsService } from './projects.service';
export { CreateProjectIn, UpdateProjectIn } from './requests';
