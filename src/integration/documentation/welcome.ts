import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import { wholePage } from './whole-page';

const PLACES = [
  ['guide', '/docs/guide', 'The guide: first steps, concepts, samples to copy.'],
  ['documentation', '/docs', 'Every operation, to read and to try.'],
  ['form_a', '/v1', 'Base path of Form A.'],
  ['form_b', '/api/v1', 'Base path of Form B.'],
  ['openapi_form_a', '/openapi/form-a.json', 'The OpenAPI 3.1 document of Form A.'],
  ['openapi_form_b', '/openapi/form-b.json', 'The OpenAPI 3.1 document of Form B.'],
  ['health', '/health/ready', 'Whether the service is ready.'],
] as const;

/** Places with a page or document. The base paths have none. */
const FOR_PEOPLE = PLACES.filter(([, address]) => !['/v1', '/api/v1'].includes(address));

/** `GET /` lists the addresses: an HTML page for browsers, otherwise JSON. */
export function serveWelcome(app: NestExpressApplication): void {
  app.getHttpAdapter().get('/', (asked: unknown, answer: unknown) => {
    const request = asked as Request;
    const response = answer as Response;
    response.vary('Accept').set('Cache-Control', 'no-cache');
    if (request.accepts(['json', 'html']) === 'html') response.type('html').send(page());
    else {
      const links = Object.fromEntries(PLACES.map(([name, address, description]) => [name, { address, description }]));
      response.json({ name: 'Procurement Service', links });
    }
  });
}

const page = (): string =>
  wholePage({
    title: 'Procurement Service',
    style: 'docs/guide/guide.css',
    header: '<a href=".">Procurement Service</a>',
    body: `<main class="alone">
<h1>Procurement Service</h1>
<p>Purchase orders, vendors, goods receipts, matched invoices, budgets and signed webhooks over REST.</p>
<div class="table"><table>
${FOR_PEOPLE.map(([, address, description]) => `<tr><td><a href="${address.slice(1)}">${address}</a></td><td>${description}</td></tr>`).join('\n')}
</table></div>
</main>`,
  });
