import type { Metadata } from '../../common/records/external';
import { RecordField } from './field';

/** What other systems know a record by, and keep with it. */
export abstract class ExternalFields {
  @RecordField.externalId() externalId: string | null;
  @RecordField.metadata() metadata: Metadata;
}
