export { Field, Rules } from './field';
export { InputPipe } from './input.pipe';
export { ListQuery } from './list-query';
export { Parameter } from './parameter';
export * as rules from './rules';
