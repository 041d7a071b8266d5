import { Field } from '../../../platform/http';

/** A link to a document that lies elsewhere. */
export class LinkedDocumentIn {
  @Field.text({ description: 'What people call it.', example: 'Tax invoice NK-2291.pdf' }) name: string;

  @Field.url({
    description: 'Where it lies. It is never fetched.',
    example: 'https://files.najd.example/ap/NK-2291.pdf',
  })
  url: string;
}
