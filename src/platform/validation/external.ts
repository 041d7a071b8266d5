import { given } from '../../common/records/given';
import type { ExternalInput, MetadataChange } from '../../common/records/external';
import { Field } from './field';

/** What a body says of what other systems know the record by. */
export class ExternalIn {
  @Field.externalId() external_id?: string | null;
  @Field.metadata() metadata?: MetadataChange;
}

/** The same in the rules' words. */
export function externalOf({ external_id: externalId, metadata }: ExternalIn): ExternalInput {
  return given<ExternalInput>({ externalId, metadata });
}
