import type { INestApplicationContext } from '@nestjs/common';
import { type Command, Option } from 'commander';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline as piped, type Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Actor } from '../../common/actor';
import { DomainError } from '../../common/errors';
import { translate } from '../../messages';
import type { Environment } from '../../platform/config';
import {
  EXPORT_FORMATS,
  EXPORT_RESOURCES,
  type ExportFormat,
  type ExportResource,
} from '../../integration/exports/domain/export';
import type { ImportFile, ImportRequest, ImportsQueries } from '../../integration/imports';
import {
  type Charset,
  CHARSETS,
  DATE_FORMATS,
  DECIMALS,
  DELIMITERS,
  THOUSANDS,
} from '../../integration/imports/domain/reading';
import {
  IMPORT_RESOURCES,
  type ImportFormat,
  type ImportResource,
  type Severity,
} from '../../integration/imports/domain/import';
import { ProvisioningError } from '../provisioning/provisioning-error';
import { print, type ServiceCommands } from './running/command-line';
import { follow, type Progress, type Shown } from './running/progress';

interface NamedFile {
  readonly file: string;
  readonly format?: ImportFormat;
  readonly charset?: Charset;
}

interface ImportOptions extends Shown, NamedFile {
  readonly tenant: string;
  readonly resource: ImportResource;
  readonly dryRun?: boolean;
  readonly approve?: boolean;
  readonly webhooks?: boolean;
  readonly invite?: boolean;
  readonly ignoreColumns?: readonly string[];
  readonly allowRepeatedIds?: boolean;
  readonly delimiter?: string;
  readonly decimal?: string;
  readonly thousands?: string;
  readonly dateFormat?: string;
  readonly columns?: string;
}

interface ExportOptions extends Shown {
  readonly tenant: string;
  readonly resource?: readonly ExportResource[];
  readonly format: ExportFormat;
  readonly forImport?: boolean;
  readonly file?: string;
  readonly folder?: string;
}

/** Maximum printed row errors. The API lists all of them. */
const MOST_ERRORS = 20;

export function addBulkCommands(program: Command, service: ServiceCommands): void {
  const importing = program
    .command('import')
    .description('create and change records of a tenant from a CSV or NDJSON file, on behalf of its first admin')
    .requiredOption('--tenant <slug>', 'slug of the tenant')
    .addOption(
      new Option('--resource <name>', 'kind of records in the file')
        .choices([...IMPORT_RESOURCES])
        .makeOptionMandatory(),
    )
    .requiredOption('--file <path>', 'plain, or gzip if the name ends with .gz')
    .addOption(new Option('--format <format>', 'default: by the file name').choices(['csv', 'ndjson']))
    .option('--dry-run', 'check every row and write nothing')
    .option('--approve', 'approve orders and invoices, activate budgets')
    .option('--webhooks', 'send webhooks to subscribers')
    .option('--invite', 'send invitations to new users')
    .option('--allow-repeated-ids', 'let a row change a record of an earlier row')
    .option('--ignore-columns <names...>', 'columns of the file to skip')
    .option('--columns <json>', 'headings of a CSV file and their columns as JSON, such as \'{"Supplier":"name"}\'')
    .addOption(new Option('--charset <name>', 'charset of a CSV file; default: utf-8').choices(CHARSETS))
    .addOption(
      new Option('--delimiter <name>', 'separator between cells; default: detected from the headings').choices(
        DELIMITERS,
      ),
    )
    .addOption(new Option('--decimal <name>', 'decimal separator; default: point').choices(DECIMALS))
    .addOption(new Option('--thousands <name>', 'thousands separator; default: none').choices(THOUSANDS))
    .addOption(new Option('--date-format <format>', 'format of dates; default: yyyy-mm-dd').choices(DATE_FORMATS));
  service.long<ImportOptions>(importing, runImport);

  const exporting = program
    .command('export')
    .description('write records of a tenant to compressed files, on behalf of its first admin')
    .requiredOption('--tenant <slug>', 'slug of the tenant')
    .addOption(new Option('--resource <names...>', 'default: all').choices([...EXPORT_RESOURCES]))
    .addOption(new Option('--format <format>', 'format of the files').choices([...EXPORT_FORMATS]).default('ndjson'))
    .option('--for-import', 'write files that `import` can read')
    .option('--file <path>', 'path of the file, for a single resource')
    .option('--folder <path>', 'folder for the files of several resources, {resource}.{format}.gz');
  service.long<ExportOptions>(exporting, runExport);
}

async function runImport(app: INestApplicationContext, options: ImportOptions, progress: Progress): Promise<void> {
  const { ENVIRONMENT } = await import('../../platform/config/index.js');
  const { ImportRunner, ImportsQueries, ImportsService } = await import('../../integration/imports/index.js');
  const request = await requestOf(options);
  const { TenantsService } = await import('../provisioning/index.js');
  const tenants = app.get(TenantsService);
  const actor = await tenants.actorIn(options.tenant);
  await tenants.requireActive(actor.tenantId);
  const queries = app.get(ImportsQueries);
  const { IMPORT_MAX_MB: most } = app.get<Environment>(ENVIRONMENT);
  const { id } = await printingErrors(() =>
    withImportFile(options, most, (file) => app.get(ImportsService).start(actor, request, file)),
  );
  const done = await follow(
    () => queries.get(actor.tenantId, id),
    ({ status, rows_done: done, rows_total: total }) => ({ status, done, total, unit: 'rows' }),
    async () => {
      // Imports of a suspended tenant wait, so the command would wait forever.
      await tenants.requireActive(actor.tenantId);
      return app.get(ImportRunner).turn();
    },
    progress,
  );
  await printErrors(queries, actor, id, 'error');
  await printErrors(queries, actor, id, 'warning');
  const { created, changed, unchanged, rows_failed: failed, failure } = done;
  const counts = `${created} created, ${changed} changed, ${unchanged} unchanged; ${failed} rows refused.`;
  const summary = failure === null ? counts : `The import failed (${failure}). ${counts}`;
  print(options, done, [summary], failure !== null || failed > 0);
}

/** The import request that the options describe, with the validation of `POST /imports`. */
async function requestOf(options: ImportOptions): Promise<ImportRequest> {
  const { resource, dryRun, approve, webhooks, invite, ignoreColumns, allowRepeatedIds, dateFormat } = options;
  const { delimiter, decimal, thousands, columns } = options;
  const { StartImportQuery } = await import('../../integration/imports/index.js');
  const query = Object.assign(new StartImportQuery(), {
    ...{ resource, approve, webhooks, invite, delimiter, decimal, thousands, columns },
    ...{ dry_run: dryRun, allow_repeated_ids: allowRepeatedIds, date_format: dateFormat },
    ignore_columns: ignoreColumns?.join(','),
  });
  return printingErrors(() => Promise.resolve(query.toRequest()));
}

/** Passes the file to `work` in UTF-8, decompressed into a temporary folder if necessary. `most`: MiB after that. */
async function withImportFile<T>(
  { file: path, format, charset = 'utf-8' }: NamedFile,
  most: number,
  work: (file: ImportFile) => Promise<T>,
): Promise<T> {
  const { size } = await stat(path).catch(() => {
    throw new ProvisioningError(`There is no file ${path}`);
  });
  const isNdjson = /\.(nd)?jsonl?(\.gz)?$/.test(basename(path));
  const kind = format ?? (isNdjson ? 'ndjson' : 'csv');
  const { charsetOf, toUtf8 } = await import('../../integration/imports/index.js');
  const known = charsetOf(`;charset=${charset}`, kind);
  const changes: Transform[] = [];
  if (path.endsWith('.gz')) changes.push(createGunzip());
  if (known !== 'utf-8') changes.push(toUtf8(known));
  if (changes.length === 0) return work({ path, size, digest: Buffer.alloc(0), format: kind });
  const { IncomingFolder, TooLargeError } = await import('../../procurement/documents/index.js');
  const folder = new IncomingFolder();
  try {
    const bytes = piped([createReadStream(path), ...changes], () => undefined) as unknown as Readable;
    const plain = await folder.receive(bytes, most * 1024 * 1024).catch((error: unknown) => {
      if (error instanceof DomainError) throw error;
      const what = error instanceof TooLargeError ? `holds more than ${most} MiB (IMPORT_MAX_MB)` : 'is not gzip';
      throw new ProvisioningError(`${path} ${what}`);
    });
    return await work({ ...plain, format: kind });
  } finally {
    await folder.remove();
  }
}

async function printErrors(
  queries: ImportsQueries,
  { tenantId }: Actor,
  id: number,
  severity: Severity,
): Promise<void> {
  const { toImportErrorResponse } = await import('../../integration/imports/index.js');
  let summary = 0;
  for await (const row of queries.allErrors(tenantId, id, severity)) {
    if (++summary > MOST_ERRORS) {
      process.stderr.write(`... GET /imports/${id}/errors?severity=${severity} has all of them\n`);
      return;
    }
    const { line, field, code, message } = toImportErrorResponse(row, 'en');
    process.stderr.write(
      `${severity === 'warning' ? 'warning, ' : ''}line ${line}: ${field === null ? '' : `${field}: `}${message} (${code})\n`,
    );
  }
}

async function runExport(app: INestApplicationContext, options: ExportOptions, progress: Progress): Promise<void> {
  const { resource: resources, format, forImport = false, file, folder } = options;
  if ((file === undefined) === (folder === undefined)) throw new ProvisioningError('Say either --file or --folder');
  if (file !== undefined && resources?.length !== 1)
    throw new ProvisioningError('--file takes one --resource; say --folder for several');
  const { ExportRunner, ExportsQueries, ExportsService } = await import('../../integration/exports/index.js');
  const { TenantsService } = await import('../provisioning/index.js');
  const actor = await app.get(TenantsService).actorIn(options.tenant);
  const [exports, queries] = [app.get(ExportsService), app.get(ExportsQueries)];
  const { id } = await printingErrors(() => exports.start(actor, { resources, format, forImport }));
  const done = await follow(
    () => queries.get(actor.tenantId, id),
    ({ status, rows: done }) => ({ status, done, unit: 'records' }),
    () => app.get(ExportRunner).turn(),
    progress,
  );
  if (folder !== undefined) await mkdir(folder, { recursive: true });
  for (const { resource } of done.files) {
    const { bytes } = await exports.open(actor, id, resource);
    const path = file ?? join(folder ?? '', `${resource}.${format}.gz`);
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
  }
  const { rows, files, failure } = done;
  const summary = failure === null ? `${rows} records in ${files.length} files.` : `The export failed (${failure}).`;
  print(options, done, [summary], failure !== null);
}

/** @throws ProvisioningError with the text of a DomainError */
async function printingErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const fields = Object.entries(error.extras.fields ?? {}).flatMap(([field, messages]) =>
      messages.map(({ key, params }) => `${field}: ${translate('en', key, params)}`),
    );
    const { key, params } = error.text;
    throw new ProvisioningError(fields.length > 0 ? fields.join('\n') : translate('en', key, params));
  }
}
