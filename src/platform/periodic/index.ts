export { KeptLease, LostLease, Stopped } from './kept-lease';
export { Periodic, type PeriodicWork, type Repetition } from './periodic';
export { PeriodicModule } from './periodic.module';
