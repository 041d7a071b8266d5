import type { PlannedRequest } from './plan';

/** What is told of a request beside its fields. */
export function about({ operation: { key, description, needs, permission, inQuery } }: PlannedRequest): string {
  const asks = [
    needs && `the ability \`${needs}\``,
    permission && permission !== 'none' && `the permission \`${permission}\``,
  ];
  const parameters = inQuery
    .filter((one) => one.description !== '')
    .map((one) => `- \`${one.name}\`: ${one.description}`);
  return [
    `\`${key}\``,
    description,
    asks.some(Boolean) ? `It asks for ${asks.filter(Boolean).join(' and ')}.` : '',
    parameters.join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
