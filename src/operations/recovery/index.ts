export { finishRestore, type FinishedRestore } from './finish-restore';
