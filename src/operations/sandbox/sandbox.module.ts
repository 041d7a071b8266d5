import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SandboxReset } from './entities/sandbox-reset.entity';

/** Registers only the entity. Resets run outside the module, in a separate application (`reset.ts`). */
@Module({ imports: [TypeOrmModule.forFeature([SandboxReset])] })
export class SandboxModule {}
