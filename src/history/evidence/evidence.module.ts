import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TenantsModule } from '../../organisation/tenants';
import { Anchors } from './anchors';
import { EvidenceAnchor } from './entities/evidence-anchor.entity';
import { EvidenceChain } from './entities/evidence-chain.entity';
import { EvidenceQueued } from './entities/evidence-queue.entity';
import { EvidenceSeal } from './entities/evidence-seal.entity';
import { EvidenceVerification } from './evidence-verification';
import { Retention } from './retention';
import { Sealing } from './sealing';

@Module({
  imports: [TypeOrmModule.forFeature([EvidenceChain, EvidenceSeal, EvidenceQueued, EvidenceAnchor]), TenantsModule],
  providers: [Sealing, Anchors, Retention, EvidenceVerification],
})
export class EvidenceModule {}
