import { zipOf } from './zip';

const PNG_HEAD = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** A small file of each accepted type, by media type, with a fitting name. */
export const SAMPLES: readonly (readonly [name: string, type: string, bytes: Buffer])[] = [
  ['quote.pdf', 'application/pdf', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n%%EOF\n', 'latin1')],
  ['stamp.png', 'image/png', Buffer.concat([PNG_HEAD, Buffer.alloc(32)])],
  ['photo.jpeg', 'image/jpeg', Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')],
  ['logo.gif', 'image/gif', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
  ['plan.webp', 'image/webp', Buffer.from('RIFF\x1a\x00\x00\x00WEBPVP8L\x00\x00\x00\x00', 'latin1')],
  [
    'letter.docx',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    zipOf(['[Content_Types].xml', '_rels/.rels', 'word/document.xml']),
  ],
  [
    'prices.xlsx',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    zipOf(['[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml']),
  ],
  ['prices.csv', 'text/csv', Buffer.from('\ufeffصنف,price\r\nورق,25.50\r\n')],
  ['notes.txt', 'text/plain', Buffer.from('Deliver between 8:00 and 14:00.\n')],
];

/** Files of forbidden types, each with an accepted type's name. */
export const FORBIDDEN: readonly (readonly [what: string, name: string, bytes: Buffer])[] = [
  ['a program', 'invoice.pdf', Buffer.from('MZ\x90\x00\x03\x00\x00\x00', 'latin1')],
  ['an ELF program', 'a.txt', Buffer.from('\x7fELF\x02\x01\x01\x00', 'latin1')],
  ['an archive', 'a.docx', zipOf(['readme.txt'])],
  ['a workbook with macros', 'a.xlsx', zipOf(['[Content_Types].xml', 'xl/workbook.xml', 'xl/vbaProject.bin'])],
  ['a truncated archive', 'a.docx', zipOf(['[Content_Types].xml', 'word/document.xml']).subarray(0, 60)],
  ['bytes that are no text', 'a.csv', Buffer.from([0x61, 0x2c, 0xff, 0xfe, 0x0a])],
  ['text with a NUL', 'a.txt', Buffer.from('a\0b')],
];

/** Files of accepted types whose names have another type's extension. */
export const MISNAMED: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['photo.pdf', Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')],
  ['page.html', Buffer.from('<script>alert(1)</script>')],
  ['logo.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['run.exe', Buffer.from('%PDF-1.7\n')],
  ['letter.xlsx', zipOf(['[Content_Types].xml', 'word/document.xml'])],
];
