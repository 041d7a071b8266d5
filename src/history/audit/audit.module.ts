import { Module, type OnModuleInit } from '@nestjs/common';
import { HttpPorts } from '../../platform/http';
import { AuditController } from './audit.controller';
import { AuditQueries } from './audit.queries';
import { RequestLogService } from './watched/request-log.service';

/** The audit log, for reading; and what is written to it of requests that changed nothing. */
@Module({ controllers: [AuditController], providers: [AuditQueries, RequestLogService], exports: [AuditQueries] })
export class AuditModule implements OnModuleInit {
  constructor(
    private readonly ports: HttpPorts,
    private readonly requests: RequestLogService,
  ) {}

  onModuleInit(): void {
    this.ports.watcher = this.requests;
  }
}
