/**
 * Evidence: a tenant's audit entries and events in one order, chained by their digests in a table of their own. Triggers note
 * what is written, a worker seals it after the commit; no other module has to do anything.
 *
 * - `EvidenceVerification.all()`: works the chain out again, and names what differs.
 * - `Anchors.now()`: where the chains end.
 * - `genesis()`: the hash that a tenant's order begins with, for whoever reads the order.
 * - `EVENT_MAY_GO`: for whoever removes old events.
 */
export { Anchors } from './anchors';
export { genesis } from './domain/digests';
export { EvidenceModule } from './evidence.module';
export { type EvidenceFinding, EvidenceVerification, type KeptAnchor } from './evidence-verification';
export { EVENT_MAY_GO, Retention } from './retention';
export { Sealing } from './sealing';
