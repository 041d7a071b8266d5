import { isBrokenIban } from './requests';

describe('a bank account', () => {
  it.each([
    ['SA0380000000608010167519', 'a Saudi IBAN'],
    ['SA03 8000 0000 6080 1016 7519', 'the same in groups'],
    ['sa03-8000-0000-6080-1016-7519', 'the same in another hand'],
    ['NO9386011117947', 'the shortest IBAN'],
    ['0108057386290014', 'digits'],
    ['ACC-42', 'a short name'],
    ['1234 5678', 'digits in groups'],
  ])('%s passes: %s', (account) => expect(isBrokenIban(account)).toBe(false));

  it.each([
    ['SA0480000000608010167519', 'wrong check digits'],
    ['SA038000000060801016751', 'a digit forgotten'],
    ['SA03 8000 0000 6080 1016 7591', 'two digits swapped'],
    ['XX0380000000608010167519', 'no such country'],
    ['NO938601111794', 'one short of the shortest'],
  ])('%s is refused: %s', (account) => expect(isBrokenIban(account)).toBe(true));
});
