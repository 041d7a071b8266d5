export { WORDED_LEVELS } from './logger-options';
export { useServiceLog } from './service-log';
