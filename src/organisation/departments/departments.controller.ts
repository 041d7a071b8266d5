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
import { DepartmentResponse, toDepartmentResponse } from './answers';
import { DepartmentsQueries } from './departments.queries';
import { DepartmentsService } from './departments.service';
import { DEPARTMENT_EXAMPLES } from './examples';
import { CreateDepartmentDto, DepartmentListQuery, UpdateDepartmentDto } from './requests';

@BothForms('departments', 'Departments')
export class DepartmentsController {
  constructor(
    private readonly departments: DepartmentsService,
    private readonly queries: DepartmentsQueries,
  ) {}

  @Get()
  @Requires('read')
  @AnswersPage(DepartmentResponse, { summary: 'List departments' })
  async list(@CurrentActor() actor: Actor, @Query() query: DepartmentListQuery): Promise<Page<DepartmentResponse>> {
    return (await this.queries.list(actor.tenantId, query.toFilter(), query.toPageRequest())).map(toDepartmentResponse);
  }

  @Post()
  @Examples(DEPARTMENT_EXAMPLES.create)
  @Requires('write', 'departments.write')
  @Answers(DepartmentResponse, { summary: 'Create a department', message: 'department.created', status: 201 })
  async create(@CurrentActor() actor: Actor, @Body() body: CreateDepartmentDto): Promise<DepartmentResponse> {
    const created = await this.departments.create(actor, body.toInput());
    return toDepartmentResponse(created);
  }

  @Get(':id')
  @Requires('read')
  @Answers(DepartmentResponse, { summary: 'Get a department' })
  async get(@CurrentActor() actor: Actor, @PathId() id: number): Promise<DepartmentResponse> {
    return toDepartmentResponse(await this.queries.get(actor.tenantId, id));
  }

  @Put(':id')
  @Examples(DEPARTMENT_EXAMPLES.update)
  @Requires('write', 'departments.write')
  @Answers(DepartmentResponse, {
    summary: 'Change a department',
    description: 'Omitted fields do not change.',
    codes: ['PRECONDITION_FAILED'],
  })
  async update(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() body: UpdateDepartmentDto,
    @IfMatches() ifMatch: IfMatch,
  ): Promise<DepartmentResponse> {
    return toDepartmentResponse(await this.departments.update(actor, id, body.toInput(), ifMatch));
  }

  @Delete(':id')
  @Examples(DEPARTMENT_EXAMPLES.delete)
  @Requires('delete', 'departments.write')
  @Answers(DepartmentResponse, {
    summary: 'Delete or deactivate a department',
    description: 'Deletes a department without references and responds 204. Deactivates any other and returns it.',
    codes: ['PRECONDITION_FAILED'],
  })
  @ApiResponse({ status: 204, description: 'Deleted; no body.' })
  async delete(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @IfMatches() ifMatch: IfMatch,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DepartmentResponse | undefined> {
    const kept = await this.departments.delete(actor, id, ifMatch);
    if (kept) return toDepartmentResponse(kept);
    response.status(204);
    return undefined;
  }
}
