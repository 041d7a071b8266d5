export { Periodic, type PeriodicWork, type Repetition, PeriodicModule } from './periodic';
