export { Field, Rules } from './field';
export type { FieldOptions } from './field-parts';
export { InputPipe } from './input.pipe';
export { ListQuery } from './list-query';
export type { ListParameters } from './list-query';
export { Parameter } from './parameter';
export * as rules from './rules';
