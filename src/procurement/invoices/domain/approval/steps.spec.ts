import { DomainError } from '../../../../common/errors';
import { INVOICE_STATUSES } from '../lifecycle';
import { requirePapersRemovable, stepsAfter } from './steps';

describe('the steps of an invoice after a match', () => {
  const submitted = { status: 'submitted', currentStep: null } as const;
  const inSteps = { status: 'pending', currentStep: 2 } as const;
  const without = { status: 'pending', currentStep: null } as const;

  it.each([
    ['begin as it starts to wait', submitted, 'pending', false, { ends: false, begins: true }],
    ['do not begin while it is not approvable', submitted, 'submitted', true, { ends: false, begins: false }],
    ['end as it falls back', inSteps, 'submitted', false, { ends: true, begins: false }],
    ['stay while it waits', inSteps, 'pending', false, { ends: false, begins: false }],
    ['end and begin anew where it was changed', inSteps, 'pending', true, { ends: true, begins: true }],
    ['end where it was changed and falls back', inSteps, 'submitted', true, { ends: true, begins: false }],
    ['do not begin for one that waits without', without, 'pending', false, { ends: false, begins: false }],
    ['may begin for one without that was changed', without, 'pending', true, { ends: false, begins: true }],
    ['have no end for one without', without, 'submitted', true, { ends: false, begins: false }],
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

describe('the documents of an invoice', () => {
  it('are removed while it may be corrected', () => {
    expect(INVOICE_STATUSES.filter((status) => refused(status, false) === undefined)).toEqual([
      'draft',
      'submitted',
      'pending',
    ]);
  });

  it('stay once a step of the present round is approved', () => {
    expect(refused('pending', true)).toBe('invoice.papers_decided_on');
    expect(refused('approved', true)).toBe('error.invalid_status');
  });
});
