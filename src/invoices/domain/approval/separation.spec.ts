import { refusal } from '../../../../test/support/refusals';
import { type Involvement, isApprover, paymentByApprover, requireUninvolved } from './separation';

const INVOLVED: Involvement = { createdById: 1, submittedById: 2, changedByIds: [3, 4], receivedByIds: [5, 6] };
const says = (userId: number | null, involvement = INVOLVED) => refusal(() => requireUninvolved(userId, involvement));

describe('who had a hand in an invoice does not approve it', () => {
  it.each([
    [1, 'The person who entered an invoice may not approve it.'],
    [2, 'Who submitted an invoice may not approve it; somebody else has to.'],
    [3, 'Who changed an invoice may not approve it; somebody else has to.'],
    [4, 'Who changed an invoice may not approve it; somebody else has to.'],
    [5, 'Who received the goods of an invoice may not approve it; somebody else has to.'],
    [6, 'Who received the goods of an invoice may not approve it; somebody else has to.'],
  ])('user %i', (userId, sentence) => {
    expect(says(userId)).toEqual({ code: 'SELF_APPROVAL_FORBIDDEN', says: sentence });
  });

  it('anybody else does, and what is no user', () => {
    expect(says(7)).toBeUndefined();
    expect(says(null)).toBeUndefined();
    expect(says(null, { ...INVOLVED, createdById: null, submittedById: null })).toBeUndefined();
  });
});

describe('who approved an invoice does not pay it', () => {
  it('whoever else may', () => {
    expect([
      isApprover(1, [1]),
      isApprover(1, [2, 1]),
      isApprover(2, [1]),
      isApprover(null, [1, null]),
      isApprover(1, [null]),
      isApprover(null, []),
    ]).toEqual([true, true, false, false, false, false]);
  });

  it('which the refusal says', () => {
    const refused = refusal(() => {
      throw paymentByApprover();
    });
    expect(refused).toEqual({
      code: 'SELF_APPROVAL_FORBIDDEN',
      says: 'Who approved an invoice may not pay it; somebody else has to record the payment.',
    });
  });
});
