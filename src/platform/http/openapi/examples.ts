import { ApiExtension } from '@nestjs/swagger';
import { type PerForm, perForm } from '../request/form';

export const EXAMPLES = 'x-examples';

/** Complete requests that succeed in the demo tenant. A test sends every one and compares the shown states. */
export interface OperationExamples {
  /** Path parameters by name; 1 for others. */
  readonly path?: Readonly<Record<string, number | string>>;
  /** By title, the most likely first. */
  readonly bodies?: Readonly<Record<string, object>>;
  /** Fields that differ from the schema's examples, because of the operation. */
  readonly answer?: object;
}

/** Swagger UI shows the first one. */
export const Examples = (examples: OperationExamples | PerForm<OperationExamples>): MethodDecorator =>
  ApiExtension(EXAMPLES, 'a' in examples ? perForm(examples) : examples) as MethodDecorator;
