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

/** Characters of a list of columns. */
const MAX_COLUMNS = 2000;

const namesIn = (list = ''): string[] => list.split(',').flatMap((name) => name.trim() || []);

/** @throws InputError 400 on `columns` for what is no JSON object of texts */
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
  @Parameter.oneOf(IMPORT_RESOURCES, { description: 'What kind of records the file holds.', example: 'vendors' })
  resource?: ImportResource;

  @Parameter.boolean({ description: 'Checks every row and writes none.', example: true }) dry_run?: boolean;

  @Parameter.boolean({
    description:
      'Orders and invoices are submitted and approved by an override that stands in the audit log; budgets become active. Else they arrive as drafts.',
    example: true,
  })
  approve?: boolean;

  @Parameter.boolean({
    description: 'Tells webhooks of the events of these rows. They stand among the changes in any case.',
    example: false,
  })
  webhooks?: boolean;

  @Parameter.boolean({ description: 'Sends new users their invitations. Else they are invited later.', example: false })
  invite?: boolean;

  @Parameter.text({
    max: MAX_COLUMNS,
    description:
      'Columns of the file that are not read, with commas between. A file that has columns which only answers have (`status`, `created_at`, ...) is refused without it; those of lines begin with `item_`.',
    example: 'status,created_at',
  })
  ignore_columns?: string;

  @Parameter.boolean({
    description:
      'Lets a row change a record again that an earlier row of the same file has created or changed. Else all rows with a repeated `external_id` are refused. Not for orders and invoices.',
    example: false,
  })
  allow_repeated_ids?: boolean;

  @Parameter.oneOf(DELIMITERS, {
    description: 'What is between the cells of a CSV file. Found in its headings when left out.',
    example: 'semicolon',
  })
  delimiter?: Delimiter;

  @Parameter.oneOf(DECIMALS, {
    description: 'What is before the decimals of a number in a CSV file.',
    default: 'point',
    example: 'comma',
  })
  decimal?: DecimalMark;

  @Parameter.oneOf(THOUSANDS, {
    description: 'What groups the digits of a number in a CSV file. Without it no number may be grouped.',
    example: 'dot',
  })
  thousands?: ThousandsMark;

  @Parameter.oneOf(DATE_FORMATS, {
    description: 'How a CSV file writes days. Days in another format are refused.',
    default: 'yyyy-mm-dd',
    example: 'dd/mm/yyyy',
  })
  date_format?: DateFormat;

  @Parameter.text({
    max: MAX_COLUMNS,
    description: 'Headings of a CSV file and the columns that they stand for, as a JSON object.',
    example: '{"Supplier":"name"}',
  })
  columns?: string;

  /** @throws InputError without a resource, and on formats that contradict each other */
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
  @Parameter.oneOf(IMPORT_RESOURCES, { description: 'What kind of records the file holds.', example: 'vendors' })
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

  @Parameter.oneOf(IMPORT_STATUSES, { description: 'Imports that stand so.', example: 'running' })
  status?: ImportStatus;

  toFilter(): ImportFilter {
    return { resource: this.resource, status: this.status };
  }
}

export class ImportErrorListQuery extends ListQuery({ sortable: ['line'], defaultOrder: 'asc' }) {
  @Parameter.oneOf(SEVERITIES, {
    description:
      '`error`: why rows were refused. `warning`: what the API answers as `warnings` beside a record that was written, such as `DUPLICATE_SUSPECTED`.',
    default: 'error',
    example: 'warning',
  })
  severity?: Severity;

  @Parameter.bom() bom?: boolean;
}
