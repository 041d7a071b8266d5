export { ExportsModule } from './exports.module';
export { ExportsQueries } from './exports.queries';
export { ExportsService } from './exports.service';
export { ExportRunner } from './running/export-runner';
export { OldExportFiles } from './running/old-files';
