export { IMPORT_RESOURCES, type ImportResource } from './domain/import';
export { charsetOf, toUtf8 } from './http/charsets';
export { toImportErrorResponse } from './http/answers';
export { StartImportQuery } from './http/requests';
export { ImportsQueries } from './imports.queries';
export { type ImportFile, type ImportRequest, ImportsService } from './imports.service';
export { ImportsModule } from './imports.module';
export { ImportPruning } from './running/import-pruning';
export { ImportRunner } from './running/import-runner';
