import { Module } from '@nestjs/common';
import { Backlogs } from './backlogs';
import { VerificationResults } from './verification-results';

/** Measures what waits for workers, and keeps what verifications found. */
@Module({ providers: [Backlogs, VerificationResults] })
export class MonitoringModule {}
