import { DomainError } from '../../../../common/errors';
import { INVOICE_STATUSES } from '../lifecycle';
import { requirePapersRemovable, stepsAfter } from './steps';

describe('stepsAfter', () => {
  const submitted = { status: 'submitted', currentStep: null } as const;
  const inSteps = { status: 'pending', currentStep: 2 } as const;
  const without = { status: 'pending', currentStep: null } as const;

  it.each([
    ['starts when the invoice becomes pending', submitted, 'pending', false, { ends: false, begins: true }],
    ['does not start while the match is not approvable', submitted, 'submitted', true, { ends: false, begins: false }],
    ['ends when the invoice becomes submitted again', inSteps, 'submitted', false, { ends: true, begins: false }],
    ['does nothing while the invoice stays pending', inSteps, 'pending', false, { ends: false, begins: false }],
    ['ends and starts again after a change', inSteps, 'pending', true, { ends: true, begins: true }],
    [
      'only ends when a changed invoice becomes submitted again',
      inSteps,
      'submitted',
      true,
      { ends: true, begins: false },
    ],
    ['does not start for a pending invoice without steps', without, 'pending', false, { ends: false, begins: false }],
    ['can start for a changed invoice without steps', without, 'pending', true, { ends: false, begins: true }],
    ['does not end for an invoice without steps', without, 'submitted', true, { ends: false, begins: false }],
  ] as const)('%s', (_what, before, status, changed, expected) => {
    expect(stepsAfter(before, status, changed)).toEqual(expected);
  });
});

const refused = (status: (typeof INVOICE_STATUSES)[number], isDecidedOn: boolean): string | undefined => {
  try {
    requirePapersRemovable(status, isDecidedOn);
    return undefined;
  } catch (error) {
    return (error as DomainError).text.key;
  }
};

describe('requirePapersRemovable', () => {
  it('allows a removal while the invoice can be updated', () => {
    expect(INVOICE_STATUSES.filter((status) => refused(status, false) === undefined)).toEqual([
      'draft',
      'submitted',
      'pending',
    ]);
  });

  it('rejects a removal after a step of the current round was approved', () => {
    expect(refused('pending', true)).toBe('invoice.papers_decided_on');
    expect(refused('approved', true)).toBe('error.invalid_status');
  });
});
