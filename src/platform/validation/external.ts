import { given } from '../../common/records/given';
import type { ExternalInput, MetadataChange } from '../../common/records/external';
import { Field } from './field';

/** What a body says of what other systems know the record by. */
export class ExternalDto {
  @Field.externalId() external_id?: string | null;
  @Field.metadata() metadata?: MetadataChange;
}

/** The same in the rules' words. */
export function externalOf({ external_id: externalId, metadata }: ExternalDto): ExternalInput {
  return given<ExternalInput>({ externalId, metadata });
}

/** The body of an action that takes none: absent, or `{}`. */
// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- a request type is a class; this one has no field
export class EmptyDto {}
