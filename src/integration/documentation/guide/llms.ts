import type { Page } from './pages';

/** A line of the list: a title, an address relative to `/`, and what the page is about. */
type Line = readonly [title: string, address: string, summary: string];

/** The list of all pages in the layout of https://llmstxt.org. @param toRoot the relative path from the list to `/` */
export function llmsText(pages: readonly Page[], errors: ReadonlyMap<string, string>, toRoot: string): string {
  const list = (lines: readonly Line[]): string =>
    lines.map(([title, address, summary]) => `- [${title}](${toRoot}${address}): ${summary}`).join('\n');
  const guide = pages
    .filter(({ name }) => name !== '')
    .map(({ name, title, summary }): Line => [title, `docs/guide/${name}.md`, summary]);
  const codes = [...errors].map(([code, title]): Line => [code, `docs/errors/${code}.md`, title]);
  return `# Procurement Service

> A procurement backend for many tenants: vendors, purchase orders, goods receipts, invoice matching, budgets and webhooks over REST.

## Guide

${list(guide)}

## OpenAPI documents

${list([
  ['Form A', 'openapi/form-a.json', 'all operations below /v1'],
  ['Form B', 'openapi/form-b.json', 'the same operations below /api/v1, in another layout'],
])}

## Error codes

${list(codes)}
`;
}
