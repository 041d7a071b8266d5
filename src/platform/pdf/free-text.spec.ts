import { cssFreeText, freeText } from './free-text';

const ltr = (text: string): string => `<bdi dir="ltr">${text}</bdi>`;
const rtl = (text: string): string => `<bdi dir="rtl">${text}</bdi>`;

describe('freeText', () => {
  it.each([
    '+966 11 234 5678',
    '050-123 4567',
    '(011) 234-5678',
    '+966 (0) 11 234 5678',
    'PO-2026-0001',
    'AB-12/7',
    '2026-11-02',
    '02/11/2026',
    '10-20',
    '10 – 20',
    '15%',
    '15 %',
    '-5.5',
    '−5.5%',
    '$100',
    '€ 100',
    '100 $',
    '#12',
    '±0.5',
    'sales@gulf.example',
    'https://gulf.example/a?b=1&amp;c=2',
    'https://gulf.example/',
    'Dell Latitude 5450',
    '10 kg',
    'C++',
    '٠٥٠-١٢٣ ٤٥٦٧',
    '١٠-٢٠',
    '١٥٪',
    '۱۲-۱۳',
  ])('isolates %s in Arabic and in Hebrew text', (run) => {
    const typed = run.replace('&amp;', '&');
    expect(freeText(`اتصل على ${typed} قبل التسليم`).markup).toBe(`اتصل على ${ltr(run)} قبل التسليم`);
    expect(freeText(`טלפון: ${typed}, עברית`).markup).toBe(`טלפון: ${ltr(run)}, עברית`);
    expect(freeText(`(هاتف ${typed})`).markup).toBe(`(هاتف ${ltr(run)})`);
    expect(freeText(`هاتف: ${typed}`).markup).toBe(`هاتف: ${ltr(run)}`);
  });

  it('isolates text of only digits, in documents of either direction', () => {
    expect(freeText('050-123 4567').markup).toBe(ltr('050-123 4567'));
  });

  it('isolates Arabic words in English text, and numbers between them', () => {
    expect(freeText('Call الشركة 050-123 4567 now, or شركة الخليج, 10-20 pcs').markup).toBe(
      `Call ${rtl('الشركة')} 050-123 4567 now, or ${rtl('شركة الخليج')}, 10-20 pcs`,
    );
    expect(freeText('Gulf شركة 050-123 4567 الخليج').markup).toBe(`Gulf ${rtl(`شركة ${ltr('050-123 4567')} الخليج`)}`);
  });

  it.each([
    ['a code', 'AB-12/7'],
    ['a number', '10-20'],
    ['an e-mail address', 'sales@gulf.example'],
    ['an address on the web', 'https://gulf.example'],
  ])('sets Arabic text that begins with %s from right to left', (_, code) => {
    expect(freeText(`${code} كرسي 10-20`).markup).toBe(`${ltr(code)} كرسي ${ltr('10-20')}`);
  });

  it('determines the direction of each line', () => {
    expect(freeText('هاتف 1-2\nPhone 1-2').markup).toBe(`هاتف ${ltr('1-2')}\nPhone 1-2`);
  });

  it('preserves the order of a list of numbers in Arabic text', () => {
    expect(freeText('البنود 1، 2، 10-20').markup).toBe(`البنود ${ltr('1')}، ${ltr('2')}، ${ltr('10-20')}`);
  });

  it('keeps brackets around Arabic words and numbers in pairs', () => {
    expect(freeText('بند (12 م) 5 (م)').markup).toBe(`بند (${ltr('12')} م) ${ltr('5')} (م)`);
  });

  it('keeps the tatweel within its Arabic word', () => {
    expect(freeText('اتصل بـ+966 11 234 5678').markup).toBe(`اتصل بـ${ltr('+966 11 234 5678')}`);
  });

  it('ignores typed direction marks', () => {
    expect(freeText('هاتف \u202E050\u200F-123\u200E 4567\u202C').markup).toBe(`هاتف ${ltr('050-123 4567')}`);
  });

  it('does not treat the hyphen after an Arabic letter as a minus', () => {
    expect(freeText('بند-5').markup).toBe(`بند-${ltr('5')}`);
  });

  it('escapes every part', () => {
    expect(freeText('<b> هاتف <i>1</i> & "2"').markup).not.toMatch(/<(?!\/?bdi)|&(?!\w+;|#39;)/);
    expect(freeText('<b>').markup).toBe('&lt;b&gt;');
  });

  it.each([
    ['ja', 'オフィス'],
    ['ja', '東京電機株式会社'],
    ['ko', '사무용 의자'],
    ['ko', '漢字 의자'],
    ['zh-Hant', '辦公椅 有限公司 電話'],
    ['zh-Hans', '办公椅 有限公司'],
  ])('sets the language %s for %s, which determines the shape of its characters', (language, text) => {
    expect(freeText(text).markup).toBe(`<span lang="${language}">${text}</span>`);
    expect(freeText(`Vendor: ${text}.`).markup).toBe(`Vendor: <span lang="${language}">${text}</span>.`);
  });
});

describe('cssFreeText', () => {
  it('isolates with characters, because a margin box has no elements', () => {
    expect(cssFreeText('شركة 050-123 4567')).toBe('"\u2068شركة \u2066050-123 4567\u2069\u2069"');
    expect(cssFreeText('Gulf شركة الخليج 10-20')).toBe('"\u2068Gulf \u2067شركة الخليج\u2069 10-20\u2069"');
    expect(cssFreeText('"} x')).toBe('"\u2068\\22 \\7d  x\u2069"');
  });
});
