import { Injectable } from '@nestjs/common';
import type { Form } from '../forms/form';
import { type KeptAnswer, keptAnswer } from '../server/kept-answer';
import type { JsonObject } from './schema';

/** The bytes of both OpenAPI documents, made once for a process. */
@Injectable()
export class KeptDocuments {
  private build: () => Readonly<Record<Form, JsonObject>>;
  private made: Promise<Readonly<Record<Form, KeptAnswer>>> | undefined;

  /** Says what they are made of. */
  are(build: () => Readonly<Record<Form, JsonObject>>): void {
    this.build = build;
  }

  /** The bytes; a process that serves asks once when it starts, so that nobody else waits for them. */
  bytes(): Promise<Readonly<Record<Form, KeptAnswer>>> {
    return (this.made ??= this.make());
  }

  private async make(): Promise<Readonly<Record<Form, KeptAnswer>>> {
    const documents = this.build();
    const kept = (form: Form): Promise<KeptAnswer> =>
      keptAnswer('application/json; charset=utf-8', JSON.stringify(documents[form]));
    const [a, b] = await Promise.all([kept('a'), kept('b')]);
    return { a, b };
  }
}
