export { Periodic } from './periodic';
export { PeriodicModule } from './periodic.module';
export type { PeriodicWork, Repetition } from './repetition';
