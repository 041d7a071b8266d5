import { foldText } from './folding';

describe('a folded text', () => {
  it.each([
    [' INV-1\u00a0', 'inv-1'],
    ['ＩＮＶ－１', 'inv-1'],
    ['Straße', 'strasse'],
    ['ΟΔΟΣ ΟΔΟΣ', 'οδοσ οδοσ'],
    ['οδος', 'οδοσ'],
    ['ﬁ-9', 'fi-9'],
    ['ISı', 'isı'],
    ['E\u0301', '\u00e9'],
  ])('%j is %j', (text, folded) => expect(foldText(text)).toBe(folded));

  it('is folded to itself', () => {
    for (const text of ['İstanbul', 'Straße', 'ΣΑΣ', 'ﷺ', 'ورق A4'])
      expect(foldText(foldText(text))).toBe(foldText(text));
  });
});
