import { omitUndefined } from '../../common/records/given';
import type { ExternalInput, MetadataChange } from '../../common/records/external';
import { Field } from './field';

export class ExternalDto {
  @Field.externalId() external_id?: string | null;
  @Field.metadata() metadata?: MetadataChange;
}

/** The same with the names of the domain code. */
export function externalOf({ external_id: externalId, metadata }: ExternalDto): ExternalInput {
  return omitUndefined<ExternalInput>({ externalId, metadata });
}

/** The body of an action without fields: missing, or `{}`. */
// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- a request type is a class; this one has no field
export class EmptyDto {}
