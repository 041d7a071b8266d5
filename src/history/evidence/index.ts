/** Triggers queue new rows and a worker seals them after the commit, so other modules need no code for it. */
export { Anchors } from './anchors';
export { genesis } from './domain/digests';
export { EvidenceModule } from './evidence.module';
export { type EvidenceFinding, EvidenceVerification, type StoredAnchor } from './evidence-verification';
export { EVENT_MAY_GO, Retention } from './retention';
export { Sealing } from './sealing';
