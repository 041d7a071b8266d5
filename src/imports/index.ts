/** Imports. Nothing imports this module but the application; a worker runs its jobs, `ImportRunner`. */
export { ImportsModule } from './imports.module';
export { ImportRunner } from './running/import-runner';
