import { codeOf, daysOf } from './payment-terms';

describe('payment terms in Form B', () => {
  it.each([
    ['IMMEDIATE', 0],
    ['NET_0', 0],
    ['NET_1', 1],
    ['NET_30', 30],
    ['NET_365', 365],
  ])('converts %s to %i days', (code, days) => expect(daysOf(code)).toBe(days));

  it.each([
    'NET_366',
    'NET_999',
    'NET_1000',
    'NET_030',
    'NET_-1',
    'NET_',
    'net_30',
    'NET30',
    'XNET_30',
    '30',
    '',
    'immediate',
  ])('rejects %s', (code) => expect(daysOf(code)).toBeUndefined());

  it('round-trips every number of days', () => {
    for (let days = 0; days <= 365; days++) expect(daysOf(codeOf(days))).toBe(days);
    expect(codeOf(0)).toBe('IMMEDIATE');
    expect(codeOf(45)).toBe('NET_45');
  });
});
