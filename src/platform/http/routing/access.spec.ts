import { Controller, Delete, Get, Module, Post, Type } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { AccessCheck, AnyToken, Public, Requires } from './access';

@Module({})
class Started {}

async function start(controller: Type): Promise<void> {
  const one = { module: Started, imports: [DiscoveryModule], controllers: [controller], providers: [AccessCheck] };
  const app = await NestFactory.createApplicationContext(one, { logger: false, abortOnError: false });
  await app.close();
}

@Controller(['v1/things', 'api/v1/things'])
class Complete {
  @Get() @Requires('read') list(): void {}
  @Get('me') @AnyToken() me(): void {}
  @Post() @Requires('write', 'orders.write') create(): void {}
  @Post('decide') @Requires('approve', 'none') decide(): void {}
  @Post('accept') @Public() accept(): void {}
}

@Controller('v1/things')
class Unmarked {
  @Get() list(): void {}
}

@Controller('v1/things')
class WithoutPermission {
  @Post() @Requires('write') create(): void {}
  @Delete() @AnyToken() remove(): void {}
  @Post('decide') @Requires('approve', 'none') decide(): void {}
}

@Controller(['v1/audit-log', 'api/v1/audit-log'])
class OpenLog {
  @Get() @Requires('read') list(): void {}
  @Get('all') @Requires('admin', 'none') all(): void {}
  @Get('mine') @Requires('read', 'audit.read') mine(): void {}
}

@Controller(['v1/things', 'api/v1/things'])
class OpenTrail {
  @Get('trails') @Requires('read') trails(): void {}
  @Get([':id/story', ':id/trail']) @Requires('read') trail(): void {}
  @Get(':id/trail/pages') @Requires('read', 'none') pages(): void {}
  @Get(':id/trail/mine') @Requires('read', 'audit.read') mine(): void {}
}

describe('the access declarations of routes', () => {
  it('are complete with an ability, plus a permission or none for changes', async () => {
    await expect(start(Complete)).resolves.toBeUndefined();
  });

  it.each([
    [Unmarked, 'Routes without @Requires, @AnyToken, @Public or @Unlimited: Unmarked.list (GET)'],
    [
      WithoutPermission,
      "Routes whose @Requires must name a permission or 'none': WithoutPermission.create (POST), WithoutPermission.remove (DELETE)",
    ],
    [OpenLog, "Routes whose @Requires must name a permission or 'none': OpenLog.list (GET), OpenLog.all (GET)"],
    [
      OpenTrail,
      "Routes whose @Requires must name a permission or 'none': OpenTrail.trail (GET), OpenTrail.pages (GET)",
    ],
  ])('prevent the start otherwise, with the names of the routes: %p', async (controller, message) => {
    await expect(start(controller)).rejects.toThrow(new Error(message));
  });
});
