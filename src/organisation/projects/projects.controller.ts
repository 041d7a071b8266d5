import { Delete, Get, Post, Put, Res } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Actor } from '../../common/actor';
import type { Page } from '../../common/lists/page';
import type { IfMatch } from '../../common/records/versions';
import {
  Answers,
  AnswersPage,
  Body,
  BothForms,
  CurrentActor,
  Examples,
  IfMatches,
  PathId,
  Query,
  Requires,
} from '../../platform/http';
import { ProjectResponse, toProjectResponse } from './answers';
import { PROJECT_EXAMPLES } from './examples';
import { ProjectsQueries } from './projects.queries';
import { ProjectsService } from './projects.service';
import { CreateProjectDto, ProjectListQuery, UpdateProjectDto } from './requests';

@BothForms('projects', 'Projects')
export class ProjectsController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly queries: ProjectsQueries,
  ) {}

  @Get()
  @Requires('read')
  @AnswersPage(ProjectResponse, { summary: 'List projects' })
  async list(@CurrentActor() actor: Actor, @Query() query: ProjectListQuery): Promise<Page<ProjectResponse>> {
    return (await this.queries.list(actor.tenantId, query.toFilter(), query.toPageRequest())).map(toProjectResponse);
  }

  @Post()
  @Examples(PROJECT_EXAMPLES.create)
  @Requires('write', 'departments.write')
  @Answers(ProjectResponse, { summary: 'Create a project', message: 'project.created', status: 201 })
  async create(@CurrentActor() actor: Actor, @Body() body: CreateProjectDto): Promise<ProjectResponse> {
    const created = await this.projects.create(actor, body.toInput());
    return toProjectResponse(created);
  }

  @Get(':id')
  @Requires('read')
  @Answers(ProjectResponse, { summary: 'Get a project' })
  async get(@CurrentActor() actor: Actor, @PathId() id: number): Promise<ProjectResponse> {
    return toProjectResponse(await this.queries.get(actor.tenantId, id));
  }

  @Put(':id')
  @Examples(PROJECT_EXAMPLES.update)
  @Requires('write', 'departments.write')
  @Answers(ProjectResponse, {
    summary: 'Change a project',
    description: 'Omitted fields do not change.',
    codes: ['PRECONDITION_FAILED'],
  })
  async update(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() body: UpdateProjectDto,
    @IfMatches() ifMatch: IfMatch,
  ): Promise<ProjectResponse> {
    return toProjectResponse(await this.projects.update(actor, id, body.toInput(), ifMatch));
  }

  @Delete(':id')
  @Examples(PROJECT_EXAMPLES.delete)
  @Requires('delete', 'departments.write')
  @Answers(ProjectResponse, {
    summary: 'Delete or deactivate a project',
    description: 'Deletes a project without references and responds 204. Deactivates any other and returns it.',
    codes: ['PRECONDITION_FAILED'],
  })
  @ApiResponse({ status: 204, description: 'Deleted; no body.' })
  async delete(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @IfMatches() ifMatch: IfMatch,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ProjectResponse | undefined> {
    const kept = await this.projects.delete(actor, id, ifMatch);
    if (kept) return toProjectResponse(kept);
    response.status(204);
    return undefined;
  }
}
