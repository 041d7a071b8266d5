export { Periodic, type PeriodicWork, type Repetition } from './periodic';
export { PeriodicModule } from './periodic.module';
