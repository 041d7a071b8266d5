import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  StreamableFile,
  UseInterceptors,
} from '@nestjs/common';
import type { Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { Leave } from '../../common/fair-queue';
import type { ServiceRequest } from '../request/request';
import { clientGone } from './client-gone';
import { TenantTurns, type TurnKind } from './tenant-turns';

/** Runs a route when it is its tenant's turn; the turn ends with the answer. */
@Injectable()
abstract class TurnsInterceptor implements NestInterceptor {
  protected abstract readonly kind: TurnKind;

  constructor(private readonly turns: TenantTurns) {}

  /** Whether this request has to wait for a turn. */
  protected abstract takesTurn(request: ServiceRequest): boolean;

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const { actor } = request;
    if (!actor || !this.takesTurn(request)) return next.handle();
    return from(this.inTurn(actor.tenantId, context.switchToHttp().getResponse<Response>(), next));
  }

  private async inTurn(tenantId: string, response: Response, next: CallHandler): Promise<unknown> {
    const leave = await this.turns.enter(this.kind, tenantId, clientGone(response));
    let answer: unknown;
    try {
      answer = await lastValueFrom(next.handle(), { defaultValue: undefined });
    } finally {
      if (!(answer instanceof StreamableFile)) leave();
    }
    if (answer instanceof StreamableFile) leaveWith(answer, response, leave);
    return answer;
  }
}

/** Ends the turn of an answer that is a file when the file is sent or the client disconnects: its rows are read until then. */
function leaveWith(file: StreamableFile, response: Response, leave: Leave): void {
  if (response.destroyed) leave();
  response.once('close', leave);
  file.getStream().once('close', leave);
}

@Injectable()
export class ReportTurns extends TurnsInterceptor {
  protected readonly kind = 'reports';

  protected takesTurn(): boolean {
    return true;
  }
}

@Injectable()
export class SearchTurns extends TurnsInterceptor {
  protected readonly kind = 'searches';

  protected takesTurn({ query }: ServiceRequest): boolean {
    return query['search'] !== undefined && query['search'] !== '';
  }
}

/** Every route of the controller is a report: tenants take turns for them. */
export const TakesReportTurns = (): ClassDecorator => applyDecorators(UseInterceptors(ReportTurns));

/** A list: with `search` in the query, tenants take turns for it. */
export const TakesSearchTurns = (): MethodDecorator => applyDecorators(UseInterceptors(SearchTurns));
