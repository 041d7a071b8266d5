import { ApiProperty } from '@nestjs/swagger';
import { InputError, ListQuery, Parameter } from '../../http';
import {
  IMPORT_RESOURCES,
  IMPORT_STATUSES,
  type ImportResource,
  type ImportStatus,
  SEVERITIES,
  type Severity,
} from '../domain/import';
import type { ImportFilter } from '../imports.queries';
import type { ImportRequest } from '../imports.service';

/** Characters of a list of columns. */
const MAX_COLUMNS = 2000;

const namesIn = (list = ''): string[] => list.split(',').flatMap((name) => name.trim() || []);

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

  /** @throws InputError without a resource */
  toRequest(): ImportRequest {
    const { resource, dry_run: dryRun = false, approve = false, webhooks = false, invite = false } = this;
    if (!resource) throw new InputError('query', { resource: [{ key: 'validation.required' }] });
    const { ignore_columns: ignored, allow_repeated_ids: allowRepeatedIds = false } = this;
    const reading = { ignoreColumns: namesIn(ignored), allowRepeatedIds };
    return { resource, dryRun, approve, webhooks, invite, reading };
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
}
