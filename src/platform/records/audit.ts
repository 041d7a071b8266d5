import { Audited } from '../../common/records/audited';
import { type External, EXTERNAL_FIELDS } from '../../common/records/external';
import { pickFields, type RecordType } from './fields';

/**
 * What the audit log keeps of a record, under Form A's names: all fields but those that are declared with `audited: false`.
 * @param others properties that the log calls otherwise, or that are no such fields, by their names there
 */
export function auditedOf<Entity extends External>(
  record: RecordType<Entity>,
  others: Readonly<Record<string, keyof Entity & string>> = {},
): Audited<Entity> {
  const fields = pickFields(record).filter(({ options }) => options.audited !== false);
  const masks = fields.flatMap(({ name, options: { audited } }) => (audited ? [[name, audited] as const] : []));
  return new Audited<Entity>(
    {
      ...Object.fromEntries(fields.map(({ name, property }) => [name, property as keyof Entity & string] as const)),
      ...others,
      ...EXTERNAL_FIELDS,
    },
    Object.fromEntries(masks),
  );
}
