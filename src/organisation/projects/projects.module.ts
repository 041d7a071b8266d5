import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Project } from './entities/project.entity';
import { DepartmentsModule } from '../departments';
import { ProjectsController } from './projects.controller';
import { ProjectsQueries } from './projects.queries';
import { ProjectsRepository } from './projects.repository';
import { ProjectsService } from './projects.service';

@Module({
  imports: [TypeOrmModule.forFeature([Project]), DepartmentsModule],
  controllers: [ProjectsController],
  providers: [ProjectsService, ProjectsQueries, ProjectsRepository],
  exports: [ProjectsQueries, ProjectsService],
})
export class ProjectsModule {}
