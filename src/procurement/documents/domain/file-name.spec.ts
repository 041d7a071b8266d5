import { nameAgrees } from './content-type';
import { safeFileName } from './file-name';

describe('safeFileName', () => {
  it.each([
    ['quote.pdf', 'quote.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\windows\\win.ini', 'win.ini'],
    ['/quote.pdf', 'quote.pdf'],
    ['عرض سعر.pdf', 'عرض سعر.pdf'],
    ['  spaced.pdf ', 'spaced.pdf'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['.htaccess', '.htaccess'],
    ['notes...', 'notes...'],
    ['x'.repeat(255), 'x'.repeat(255)],
  ])('returns for %j the name %j', (given, name) => expect(safeFileName(given)).toBe(name));

  it.each([
    '',
    '   ',
    '.',
    '..',
    '../../..',
    'folder/',
    'a\0b.pdf',
    'a\nb.pdf',
    'a\u0085b',
    '\uD800.pdf',
    'x'.repeat(256),
  ])('rejects %j', (given) => expect(safeFileName(given)).toBeUndefined());
});

describe('nameAgrees', () => {
  it.each([
    ['a.pdf', true],
    ['A.PDF', true],
    ['a.b.pdf', true],
    ['a', true],
    ['a.', true],
    ['.pdf', true],
    ['a.pdf.exe', false],
    ['a.html', false],
    ['a.png', false],
  ])('returns for %s as a PDF: %s', (name, agrees) => expect(nameAgrees(name, 'application/pdf')).toBe(agrees));
});
