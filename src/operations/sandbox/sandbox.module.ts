import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SandboxReset } from './entities/sandbox-reset.entity';

/** Registers the entity of resets. The resets run beside the application, which `reset.ts` makes one of its own of. */
@Module({ imports: [TypeOrmModule.forFeature([SandboxReset])] })
export class SandboxModule {}
