import { Module } from '@nestjs/common';
import { NoRouteController } from './no-route.controller';

/** Imported last by the application module: routes are matched in the order they were registered. */
@Module({ controllers: [NoRouteController] })
export class NoRouteModule {}
