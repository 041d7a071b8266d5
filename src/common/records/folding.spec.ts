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

  it('has each letter folded as if it stood alone', () => {
    const alone = (text: string): string => {
      const upper = [...text].flatMap((letter) => (letter === 'ı' ? letter : [...letter.toUpperCase()]));
      return upper.map((letter) => letter.toLowerCase()).join('');
    };
    for (let point = 0x20; point < 0x1_f000; point += point === 0xd7ff ? 0x801 : 1) {
      const text = `aΣ${String.fromCodePoint(point)}Σ ı`.normalize('NFKC');
      const expected = alone(text).normalize('NFKC').trim();
      if (foldText(text) !== expected) throw new Error(`${JSON.stringify(text)} is not folded to ${expected}`);
    }
  });

  it('is folded as a whole, however long it is', () => {
    const raised = jest.spyOn(String.prototype, 'toUpperCase');
    foldText('Structural steel beam '.repeat(20));
    expect(raised).toHaveBeenCalledTimes(1);
    jest.restoreAllMocks();
  });

  it('is folded to itself', () => {
    for (const text of ['İstanbul', 'Straße', 'ΣΑΣ', 'ﷺ', 'ورق A4'])
      expect(foldText(foldText(text))).toBe(foldText(text));
  });
});
