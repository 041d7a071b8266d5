export { ProjectsModule } from './projects.module';
export { ProjectsService } from './projects.service';
export type { ProjectReference } from './projects.service';
