/** Exports. A worker writes them, `ExportRunner`; the command line starts them and takes their files, `ExportsService`. */
export { type ExportFormat, EXPORT_FORMATS, EXPORT_RESOURCES, type ExportResource } from './domain/export';
export { ExportsModule } from './exports.module';
export { ExportsQueries } from './exports.queries';
export { ExportsService } from './exports.service';
export { ExportRunner } from './running/export-runner';
export { OldExportFiles } from './running/old-files';
