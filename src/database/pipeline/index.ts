export { fly, flyPrepared } from './flight';
export { oneFlight } from './one-packet';
export { SharedConnections } from './shared-connections';
export { StatementQueue } from './statement-queue';
