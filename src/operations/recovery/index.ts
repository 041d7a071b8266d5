export { finishRestore, type FinishedRestore, type RestoreOptions } from './finish-restore';
