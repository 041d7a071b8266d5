export { WORDED_LEVELS } from './levels';
export { loggerOptions } from './logger-options';
export { useServiceLog } from './service-log';
