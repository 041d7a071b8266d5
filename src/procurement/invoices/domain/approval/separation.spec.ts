import { refusal } from '../../../../../test/support/refusals';
import {
  type Involvement,
  requireAnotherPayer,
  requireAnotherReverser,
  requireUninvolved,
  requireUninvolvedInUndoing,
} from './separation';

const INVOLVED: Involvement = { createdById: 1, submittedById: 2, changedByIds: [3, 4], receivedByIds: [5, 6] };
const says = (userId: number | null, involvement = INVOLVED) => refusal(() => requireUninvolved(userId, involvement));

describe('who had a hand in an invoice does not approve it', () => {
  it.each([
    [1, 'A user who entered an invoice may not approve it. Another user must approve it.'],
    [2, 'A user who submitted an invoice may not approve it. Another user must approve it.'],
    [3, 'A user who changed an invoice may not approve it. Another user must approve it.'],
    [4, 'A user who changed an invoice may not approve it. Another user must approve it.'],
    [5, 'A user who received the goods of an invoice may not approve it. Another user must approve it.'],
    [6, 'A user who received the goods of an invoice may not approve it. Another user must approve it.'],
  ])('user %i', (userId, sentence) => {
    expect(says(userId)).toEqual({ code: 'SELF_APPROVAL_FORBIDDEN', says: sentence });
  });

  it('anybody else does, and what is no user', () => {
    expect(says(7)).toBeUndefined();
    expect(says(null)).toBeUndefined();
    expect(says(null, { ...INVOLVED, createdById: null, submittedById: null })).toBeUndefined();
  });
});

describe('who had a hand in an invoice, or paid it, does not undo it', () => {
  const undo = (userId: number | null) => refusal(() => requireUninvolvedInUndoing(userId, INVOLVED, [8, 9]));

  it.each([1, 2, 3, 4])('user %i entered, submitted or changed it', (userId) => {
    expect(undo(userId)).toEqual({
      code: 'SELF_APPROVAL_FORBIDDEN',
      says: 'A user who entered, changed or submitted an invoice may not void it, credit it or record its refund. Another user must do it.',
    });
  });

  it.each([8, 9])('user %i recorded a payment of it', (userId) => {
    expect(undo(userId)).toEqual({
      code: 'SELF_APPROVAL_FORBIDDEN',
      says: 'A user who recorded a payment of an invoice may not void it, credit it or record its refund. Another user must do it.',
    });
  });

  it('a user who received the goods, any other user, and what is no user may undo it', () => {
    expect([5, 6, 7, null].map(undo)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('who approved an invoice does not pay it', () => {
  it.each([
    [1, [1], true],
    [1, [2, 1], true],
    [2, [1], false],
    [null, [1, null], false],
    [1, [null], false],
    [null, [], false],
  ])('user %j, approvers %j: refused %s', (userId, approverIds, refused) => {
    expect(refusal(() => requireAnotherPayer(userId, approverIds))).toEqual(
      refused
        ? {
            code: 'SELF_APPROVAL_FORBIDDEN',
            says: 'A user who approved an invoice may not pay it. Another user must record the payment.',
          }
        : undefined,
    );
  });
});

describe('who recorded a payment does not reverse it', () => {
  it.each([
    [1, 1, true],
    [1, 2, false],
    [1, null, false],
    [null, null, false],
  ])('user %j, recorded by %j: refused %s', (userId, recordedById, refused) => {
    expect(refusal(() => requireAnotherReverser(userId, recordedById))).toEqual(
      refused
        ? {
            code: 'SELF_APPROVAL_FORBIDDEN',
            says: 'With strict controls, a user who recorded a payment may not reverse it. Another user must do it.',
          }
        : undefined,
    );
  });
});
