import { Module } from '@nestjs/common';
import { InvoiceTrailController, OrderTrailController } from './trails.controller';
import { TrailsQueries } from './trails.queries';

/** Everything that led to an order or an invoice being as it is, told in one answer. It only reads. */
@Module({ controllers: [OrderTrailController, InvoiceTrailController], providers: [TrailsQueries] })
export class TrailsModule {}
