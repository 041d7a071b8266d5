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

/** The rule of an external id in a body, a query or a path. */
export const externalId = rules.all(oneLine(MAX_EXTERNAL_ID), rules.present);

export function externalIdField(options: FieldOptions = {}): PropertyDecorator {
  const description =
    'The id of the record in another system. Unique per tenant and record type, case-sensitive, stored in Unicode NFC. Null clears it.';
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

const metadata: rules.Rule = (value) => {
  const entries = Object.entries(value as Record<string, unknown>);
  if (entries.length > MAX_KEYS_OF_OBJECT) return { key: 'validation.metadata_keys', params: { max: MAX_KEYS } };
  for (const [key, one] of entries) {
    const fault = keyFault(key) ?? valueFault(key, one);
    if (fault) return fault;
  }
  return undefined;
};

/** `__proto__` would set the prototype of an object built from the keys. */
function keyFault(key: string): Message | undefined {
  const isWrong = key === '__proto__' || key !== key.trim() || keyRule(key) !== undefined;
  return isWrong ? { key: 'validation.metadata_key', params: { max: MAX_KEY } } : undefined;
}

function valueFault(key: string, value: unknown): Message | undefined {
  if (value === null || valueRule(value) === undefined) return undefined;
  return { key: 'validation.metadata_value', params: { key, max: MAX_VALUE } };
}

export function metadataField(options: FieldOptions = {}): PropertyDecorator {
  return field(
    {
      optional: true,
      nullable: true,
      description: `Texts of other systems by key; the service does not interpret them. At most ${MAX_KEYS} keys of 1 to ${MAX_KEY} characters, values of at most ${MAX_VALUE}; all lines of a document together at most ${LINES_METADATA_LIMITS.keys} keys and ${LINES_METADATA_LIMITS.characters} characters. Given keys are set, keys with null are removed, others are retained; null removes all.`,
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
