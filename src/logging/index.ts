export { WORDED_LEVELS, loggerOptions } from './logger-options';
export { useServiceLog } from './service-log';
