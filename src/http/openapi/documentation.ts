import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Response } from 'express';
import type { Form } from '../forms/form';
import { DocumentExtras, buildDocuments } from './build';
import type { JsonObject } from './schema';

const ADDRESSES: Readonly<Record<Form, string>> = { a: '/openapi/form-a.json', b: '/openapi/form-b.json' };

/** Serves both documents. They are built when first asked for, not at start. */
export function serveDocumentation(app: NestExpressApplication, extras: DocumentExtras): void {
  let built: Record<Form, JsonObject> | undefined;
  const router = app.getHttpAdapter();
  for (const form of ['a', 'b'] as const) {
    router.get(ADDRESSES[form], (_request: unknown, response: unknown) => {
      built ??= buildDocuments(app, extras);
      (response as Response).json(built[form]);
    });
  }
}
