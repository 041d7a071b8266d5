import { stepsAfter } from './steps';

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
