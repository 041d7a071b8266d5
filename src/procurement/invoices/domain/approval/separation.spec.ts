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

describe('requireUninvolved', () => {
  it.each([
    [1, 'A user who entered an invoice may not approve it. Another user must approve it.'],
    [2, 'A user who submitted an invoice may not approve it. Another user must approve it.'],
    [3, 'A user who changed an invoice may not approve it. Another user must approve it.'],
    [4, 'A user who changed an invoice may not approve it. Another user must approve it.'],
    [5, 'A user who received the goods of an invoice may not approve it. Another user must approve it.'],
    [6, 'A user who received the goods of an invoice may not approve it. Another user must approve it.'],
  ])('rejects user %i with the message for the earlier action', (userId, sentence) => {
    expect(says(userId)).toEqual({ code: 'SELF_APPROVAL_FORBIDDEN', says: sentence });
  });

  it('accepts other users and tokens without a user', () => {
    expect(says(7)).toBeUndefined();
    expect(says(null)).toBeUndefined();
    expect(says(null, { ...INVOLVED, createdById: null, submittedById: null })).toBeUndefined();
  });
});

describe('requireUninvolvedInUndoing', () => {
  const undo = (userId: number | null) => refusal(() => requireUninvolvedInUndoing(userId, INVOLVED, [8, 9]));

  it.each([1, 2, 3, 4])('rejects user %i, who entered, submitted or changed the invoice', (userId) => {
    expect(undo(userId)).toEqual({
      code: 'SELF_APPROVAL_FORBIDDEN',
      says: 'A user who entered, changed or submitted an invoice may not void it, credit it or record its refund. Another user must do it.',
    });
  });

  it.each([8, 9])('rejects user %i, who recorded a payment', (userId) => {
    expect(undo(userId)).toEqual({
      code: 'SELF_APPROVAL_FORBIDDEN',
      says: 'A user who recorded a payment of an invoice may not void it, credit it or record its refund. Another user must do it.',
    });
  });

  it('accepts receivers of the goods, other users, and tokens without a user', () => {
    expect([5, 6, 7, null].map(undo)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('requireAnotherPayer', () => {
  it.each([
    [1, [1], true],
    [1, [2, 1], true],
    [2, [1], false],
    [null, [1, null], false],
    [1, [null], false],
    [null, [], false],
  ])('for user %j and approvers %j rejects: %s', (userId, approverIds, refused) => {
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

describe('requireAnotherReverser', () => {
  it.each([
    [1, 1, true],
    [1, 2, false],
    [1, null, false],
    [null, null, false],
  ])('for user %j and recording user %j rejects: %s', (userId, recordedById, refused) => {
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
