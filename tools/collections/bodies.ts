import { type Body, type Json, type Operation, textOf } from './document';
import type { Step } from './story';

/** Files that requests upload, beside the collections. */
export const FILES: Readonly<Record<string, string>> = {
  'quotation.txt': 'Quotation of Najd Steel Company\n\nReinforcing steel B500B, 16 mm: 2,490.00 SAR a tonne.\n',
};

/** The body of a request as Postman writes it; undefined where none is sent. @throws Error when the document has no example of one */
export function bodyOf({ key, body }: Operation, step: Step): object | undefined {
  if (body === undefined) return undefined;
  if (body.type === 'multipart/form-data') return { mode: 'formdata', formdata: body.fields.map(field) };
  const example = exampleOf(key, body, step.example);
  if (example === undefined) return undefined;
  if (body.type !== 'application/json') return { mode: 'raw', raw: textOf(example) };
  return { mode: 'raw', raw: jsonOf(key, example, step.set ?? {}), options: { raw: { language: 'json' } } };
}

/** The example of this name, or else the first one; undefined where a body is neither shown nor required. */
function exampleOf(key: string, { examples, isRequired }: Body, name?: string): Json | undefined {
  const [first = ''] = examples.keys();
  const example = examples.get(name ?? first);
  if (example !== undefined || (name === undefined && !isRequired)) return example;
  throw new Error(`${key} has no example of its body${name === undefined ? '' : ` called ${name}`}`);
}

const field = ({ name, isFile, value }: Body['fields'][number]): object =>
  isFile ? { key: name, type: 'file', src: Object.keys(FILES)[0] } : { key: name, type: 'text', value };

function jsonOf(key: string, example: Json, set: NonNullable<Step['set']>): string {
  const unknown = Object.keys(set).filter((name) => !JSON.stringify(example).includes(`"${name}":`));
  if (unknown.length > 0) throw new Error(`The example of ${key} has no field ${unknown.join(', ')}`);
  // An id is a number where it stands alone.
  return JSON.stringify(withValues(example, set), undefined, 2).replace(/"(\{\{\w+_id\}\})"/g, '$1');
}

/** The same, with these values for fields of these names wherever they stand. */
function withValues(value: Json, set: Readonly<Record<string, Json>>): Json {
  if (Array.isArray(value)) return value.map((one: Json) => withValues(one, set));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value as { readonly [name: string]: Json });
  return Object.fromEntries(fields.map(([name, one]) => [name, set[name] ?? withValues(one, set)]));
}
