import { Module, type OnModuleInit } from '@nestjs/common';
import { HttpPorts } from '../../platform/http';
import { AuditController } from './audit.controller';
import { AuditQueries } from './audit.queries';
import { RequestLogService } from './watched/request-log.service';

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
