import { unavailable } from '../../../common/errors';
import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
  StreamableFile,
  UseInterceptors,
} from '@nestjs/common';
import type { Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { FairQueue, halfOf, type Leave, QueueFullError } from '../../../common/async/fair-queue';
import { ENVIRONMENT, type Environment } from '../../config';
import { inRequestTime, remainingTime } from '../../tracing';
import type { ServiceRequest } from '../request/request';
import { clientGone } from '../request/client-gone';

/** Requests that use a database connection for long, and file inspections, which use CPU time of this process. */
type TurnKind = 'reports' | 'searches' | 'inspections';

/** Per tenant, kind and process. */
const MOST_WAITING = 100;

/** Milliseconds. */
const PATIENCE_MILLISECONDS = 30_000;

/** Concurrent inspections. Each runs for 10 ms before it yields, so they determine the longest event loop delay. */
const INSPECTIONS = 2;

/** Tenants take turns, so that no tenant uses all of a process. */
@Injectable()
export class TenantTurns {
  private readonly queues: Readonly<Record<TurnKind, FairQueue>>;

  constructor(@Inject(ENVIRONMENT) { DATABASE_POOL_SIZE: connections }: Pick<Environment, 'DATABASE_POOL_SIZE'>) {
    this.queues = {
      // Together about half of the connections; the rest is for other requests.
      reports: queueOf(Math.max(2, Math.floor(connections / 5))),
      searches: queueOf(Math.max(2, Math.floor(connections / 3))),
      inspections: queueOf(INSPECTIONS),
    };
  }

  /**
   * Waits for the tenant's turn. The wait of a search counts against the request's time for the database.
   * @param gone aborts when the client has disconnected
   * @returns a function that must be called when the work has ended
   * @throws DomainError SERVICE_UNAVAILABLE with `retryAfter` when too many requests of this tenant wait, or the turn
   * did not come in time; the reason of the signal when the client has disconnected
   */
  async enter(kind: TurnKind, tenantId: string, gone: AbortSignal): Promise<Leave> {
    const isSearch = kind === 'searches';
    const milliseconds = isSearch ? Math.min(PATIENCE_MILLISECONDS, remainingTime()) : PATIENCE_MILLISECONDS;
    const late = AbortSignal.timeout(Math.max(0, Math.ceil(milliseconds)));
    const enter = (): Promise<Leave> => this.queues[kind].enter(tenantId, AbortSignal.any([gone, late]));
    try {
      return await (isSearch ? inRequestTime(enter) : enter());
    } catch (error) {
      if (error instanceof QueueFullError || late.aborted) throw unavailable(error);
      throw error;
    }
  }
}

function queueOf(inFlight: number): FairQueue {
  return new FairQueue({ inFlight, inFlightOfTenant: halfOf(inFlight), waitingOfTenant: MOST_WAITING });
}

@Injectable()
abstract class TurnsInterceptor implements NestInterceptor {
  protected abstract readonly kind: TurnKind;

  constructor(private readonly turns: TenantTurns) {}

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

/** Ends the turn of a file response when it is sent or the client disconnects, because rows are read until then. */
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

/** For a controller whose routes are all reports. */
export const TakesReportTurns = (): ClassDecorator => applyDecorators(UseInterceptors(ReportTurns));

/** For a list: requests with `search` take turns. */
export const TakesSearchTurns = (): MethodDecorator => applyDecorators(UseInterceptors(SearchTurns));
