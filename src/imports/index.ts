/** Imports. Nothing imports this module but the application; a worker runs its jobs, `ImportRunner` and `ImportPruning`. */
export { ImportsModule } from './imports.module';
export { ImportPruning } from './running/import-pruning';
export { ImportRunner } from './running/import-runner';
