import { Transform } from 'class-transformer';
import type { Message } from '../../common/errors';
import {
  LINES_METADATA_LIMITS,
  MAX_EXTERNAL_ID,
  METADATA_LIMITS,
  plainExternalId,
} from '../../common/records/external';
import { field, type FieldOptions, plainObject, trimmed } from './field-parts';
import { MAX_KEYS_OF_OBJECT } from './limits';
import * as rules from './rules/rules';

const { keys: MAX_KEYS, key: MAX_KEY, value: MAX_VALUE } = METADATA_LIMITS;

const oneLine = (max: number): rules.Rule => rules.all(rules.text(max), rules.singleLine, rules.inOrder);

/** What is asked of an external id, in a body, a query or a path. */
export const externalId = rules.all(oneLine(MAX_EXTERNAL_ID), rules.present);

/** The id that another system has for a record; null clears it. */
export function externalIdField(options: FieldOptions = {}): PropertyDecorator {
  const description =
    'The id that another system has for it. Unique among the tenant’s records of this kind; upper and lower case differ. Stored in Unicode’s NFC. Null clears it.';
  const all = { optional: true, nullable: true, description, example: 'ERP-4711', ...options };
  const clean = trimmed(all);
  const plain = ({ value }: { value: unknown }): unknown => {
    const text = clean({ value });
    return typeof text === 'string' && text.length <= rules.TOO_LONG_FOR_ANY ? plainExternalId(text) : text;
  };
  return field(all, { type: 'string', maxLength: MAX_EXTERNAL_ID }, externalId, Transform(plain));
}

const keyRule = rules.all(oneLine(MAX_KEY), rules.present);
const valueRule = rules.text(MAX_VALUE);

/** Texts by keys; null where a key is removed. */
const metadata: rules.Rule = (value) => {
  const entries = Object.entries(value as Record<string, unknown>);
  if (entries.length > MAX_KEYS_OF_OBJECT) return { key: 'validation.metadata_keys', params: { max: MAX_KEYS } };
  for (const [key, one] of entries) {
    const fault = keyFault(key) ?? valueFault(key, one);
    if (fault) return fault;
  }
  return undefined;
};

/** `__proto__` would set the prototype of whatever is built of the keys. */
function keyFault(key: string): Message | undefined {
  const isWrong = key === '__proto__' || key !== key.trim() || keyRule(key) !== undefined;
  return isWrong ? { key: 'validation.metadata_key', params: { max: MAX_KEY } } : undefined;
}

function valueFault(key: string, value: unknown): Message | undefined {
  if (value === null || valueRule(value) === undefined) return undefined;
  return { key: 'validation.metadata_value', params: { key, max: MAX_VALUE } };
}

/** What other systems keep with a record: texts by keys of their own. */
export function metadataField(options: FieldOptions = {}): PropertyDecorator {
  return field(
    {
      optional: true,
      nullable: true,
      description: `What other systems keep with it: texts by keys of theirs, which the service never reads. At most ${MAX_KEYS} keys of 1 to ${MAX_KEY} characters, values of at most ${MAX_VALUE}; of all lines of a document together at most ${LINES_METADATA_LIMITS.keys} keys and ${LINES_METADATA_LIMITS.characters} characters. The keys named are set, a key that is null is removed, the others stay; null removes all.`,
      example: { cost_center: 'RUH-201' },
      ...options,
    },
    {
      type: 'object',
      additionalProperties: { type: 'string', nullable: true, maxLength: MAX_VALUE },
      maxProperties: MAX_KEYS_OF_OBJECT,
    },
    rules.all(plainObject, metadata),
  );
}
