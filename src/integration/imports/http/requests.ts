import { ApiProperty } from '@nestjs/swagger';
import { InputError, ListQuery, Parameter } from '../../../platform/http';
import {
  IMPORT_RESOURCES,
  IMPORT_STATUSES,
  type ImportResource,
  type ImportStatus,
  SEVERITIES,
  type Severity,
} from '../domain/import';
import {
  DATE_FORMATS,
  type DateFormat,
  DECIMALS,
  type DecimalMark,
  type Delimiter,
  DELIMITERS,
  type Reading,
  THOUSANDS,
  type ThousandsMark,
} from '../domain/reading';
import type { ImportFilter } from '../imports.queries';
import type { ImportRequest } from '../imports.service';

/** Maximum characters of the parameter. */
const MAX_COLUMNS = 2000;

const namesIn = (list = ''): string[] => list.split(',').flatMap((name) => name.trim() || []);

/** @throws InputError 400 on `columns` unless it is a JSON object of texts */
function mappingIn(text = '{}'): Readonly<Record<string, string>> {
  const fault = (): InputError =>
    new InputError('query', {
      columns: [{ key: 'imports.columns_mapping', params: { example: '{"Supplier":"name"}' } }],
    });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw fault();
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fault();
  const entries = Object.entries(value as Record<string, unknown>);
  if (!entries.every(([, name]) => typeof name === 'string')) throw fault();
  return Object.fromEntries(entries.map(([heading, name]) => [heading.trim(), String(name).trim()]));
}

export class StartImportQuery {
  @ApiProperty({ required: true })
  @Parameter.oneOf(IMPORT_RESOURCES, { description: 'The kind of records in the file.', example: 'vendors' })
  resource?: ImportResource;

  @Parameter.boolean({ description: 'Checks every row and writes nothing.', example: true }) dry_run?: boolean;

  @Parameter.boolean({
    description:
      'Submits and approves orders and invoices with an override that is recorded in the audit log, and ' +
      'activates budgets. Otherwise they are created as drafts.',
    example: true,
  })
  approve?: boolean;

  @Parameter.boolean({
    description: 'Sends webhooks for the events of these rows. The rows appear in the change feed in any case.',
    example: false,
  })
  webhooks?: boolean;

  @Parameter.boolean({
    description: 'Sends invitations to new users. Otherwise they can be invited later.',
    example: false,
  })
  invite?: boolean;

  @Parameter.text({
    max: MAX_COLUMNS,
    description:
      'Comma-separated columns to skip. A file with response-only columns (`status`, `created_at`, ...) is ' +
      'rejected without this. Columns of lines begin with `item_`.',
    example: 'status,created_at',
  })
  ignore_columns?: string;

  @Parameter.boolean({
    description:
      'Allows a row to change a record that an earlier row of the file created or changed. Otherwise all ' +
      'rows with a repeated `external_id` are rejected. Not for orders and invoices.',
    example: false,
  })
  allow_repeated_ids?: boolean;

  @Parameter.oneOf(DELIMITERS, {
    description: 'The separator between cells of a CSV file. Detected from the headings if left out.',
    example: 'semicolon',
  })
  delimiter?: Delimiter;

  @Parameter.oneOf(DECIMALS, {
    description: 'The decimal separator of numbers in a CSV file.',
    default: 'point',
    example: 'comma',
  })
  decimal?: DecimalMark;

  @Parameter.oneOf(THOUSANDS, {
    description: 'The thousands separator of numbers in a CSV file. Without it numbers must not contain one.',
    example: 'dot',
  })
  thousands?: ThousandsMark;

  @Parameter.oneOf(DATE_FORMATS, {
    description: 'The date format of a CSV file. Dates in another format are rejected.',
    default: 'yyyy-mm-dd',
    example: 'dd/mm/yyyy',
  })
  date_format?: DateFormat;

  @Parameter.text({
    max: MAX_COLUMNS,
    description: 'A JSON object that maps headings of a CSV file to columns.',
    example: '{"Supplier":"name"}',
  })
  columns?: string;

  /** @throws InputError without a resource, and for options that contradict each other */
  toRequest(): ImportRequest {
    const { resource, dry_run: dryRun = false, approve = false, webhooks = false, invite = false } = this;
    if (!resource) throw new InputError('query', { resource: [{ key: 'validation.required' }] });
    return { resource, dryRun, approve, webhooks, invite, reading: this.toReading() };
  }

  private toReading(): Reading {
    const { ignore_columns: ignored, allow_repeated_ids: allowRepeatedIds = false } = this;
    const { delimiter, decimal = 'point', thousands, date_format: dateFormat = 'yyyy-mm-dd' } = this;
    if ((decimal === 'comma' && thousands === 'comma') || (decimal === 'point' && thousands === 'dot')) {
      throw new InputError('query', { thousands: [{ key: 'imports.same_marks' }] });
    }
    const columns = mappingIn(this.columns);
    const formats = { delimiter, decimal, thousands, dateFormat, columns };
    return { ignoreColumns: namesIn(ignored), allowRepeatedIds, ...formats };
  }
}

export class ImportColumnsQuery {
  @ApiProperty({ required: true })
  @Parameter.oneOf(IMPORT_RESOURCES, { description: 'The kind of records in the file.', example: 'vendors' })
  resource?: ImportResource;

  /** @throws InputError without a resource */
  toResource(): ImportResource {
    if (!this.resource) throw new InputError('query', { resource: [{ key: 'validation.required' }] });
    return this.resource;
  }
}

export class ImportListQuery extends ListQuery({ sortable: ['created_at', 'id'] }) {
  @Parameter.oneOf(IMPORT_RESOURCES, { description: 'Imports of this kind of records.', example: 'vendors' })
  resource?: ImportResource;

  @Parameter.oneOf(IMPORT_STATUSES, { description: 'Imports with this status.', example: 'running' })
  status?: ImportStatus;

  toFilter(): ImportFilter {
    return { resource: this.resource, status: this.status };
  }
}

export class ImportErrorListQuery extends ListQuery({ sortable: ['line'], defaultOrder: 'asc' }) {
  @Parameter.oneOf(SEVERITIES, {
    description:
      '`error`: why rows were rejected. `warning`: warnings that the API returns with a saved record, such ' +
      'as `DUPLICATE_SUSPECTED`.',
    default: 'error',
    example: 'warning',
  })
  severity?: Severity;

  @Parameter.bom() bom?: boolean;
}
