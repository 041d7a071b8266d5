/** Small invoice files in formats that offices save, with invented contents. */
export interface SampleFile {
  readonly name: string;
  /** Headings of the file by meaning. */
  readonly headings: Readonly<Record<'id' | 'vendor' | 'number' | 'date' | 'text' | 'quantity' | 'price', string>>;
  readonly separator: string;
  /** The decimal mark. The recount drops all other characters that are not digits. */
  readonly mark: string;
  /** The positions of day, month and year in a date. */
  readonly date: readonly [number, number, number];
  readonly charset?: 'windows-1252' | 'windows-1256' | 'iso-8859-1';
  readonly query: Readonly<Record<string, string>>;
  readonly text: string;
}

const PLAIN = {
  id: 'external_id',
  vendor: 'vendor_external_id',
  number: 'invoice_number',
  date: 'invoice_date',
} as const;
const PLAIN_LINE = { text: 'item_description', quantity: 'item_quantity', price: 'item_unit_price' } as const;
const HEAD = [...Object.values(PLAIN), ...Object.values(PLAIN_LINE)];

export const SAMPLE_FILES: readonly SampleFile[] = [
  {
    name: 'spending of a British council, two months in one file, thousands commas',
    headings: {
      id: 'Transaction',
      vendor: 'Supplier',
      number: 'Reference',
      date: 'Date',
      text: 'Purpose',
      quantity: 'Qty',
      price: 'Amount',
    },
    separator: ',',
    mark: '.',
    date: [0, 1, 2],
    query: { date_format: 'dd/mm/yyyy', thousands: 'comma' },
    text: [
      'Transaction,Supplier,Reference,Date,Purpose,Qty,Amount',
      'T-1,Borough Paving,RF-901,03/04/2026,Kerbs,1,"12,450.10"',
      'T-2,Fenland Paper,RF-902,04/04/2026,Envelopes,2,310.05',
      ',,,,,,',
      'Transaction,Supplier,Reference,Date,Purpose,Qty,Amount',
      'T-3,Borough Paving,RF-903,30/04/2026,Road salt,1,"1,000.00"',
    ].join('\r\n'),
  },
  {
    name: 'Brazilian, semicolons, decimal comma, windows-1252',
    headings: {
      id: 'Código',
      vendor: 'Fornecedor',
      number: 'Nota',
      date: 'Emissão',
      text: 'Descrição',
      quantity: 'Qtde',
      price: 'Preço',
    },
    separator: ';',
    mark: ',',
    date: [0, 1, 2],
    charset: 'windows-1252',
    query: { decimal: 'comma', thousands: 'dot', date_format: 'dd/mm/yyyy' },
    text: [
      'Código;Fornecedor;Nota;Emissão;Descrição;Qtde;Preço',
      'N1;São João Móveis;77;02/03/2026;Cadeiras;3;1.250,50',
      'N2;Conceição Ltda;78;15/03/2026;Papel;10;9,90',
      'N3;São João Móveis;79;31/03/2026;Mesas;1;2.000,00',
    ].join('\r\n'),
  },
  {
    name: 'Saudi Arabian, Arabic names, windows-1256',
    headings: {
      id: 'الرقم',
      vendor: 'المورد',
      number: 'الفاتورة',
      date: 'التاريخ',
      text: 'البيان',
      quantity: 'الكمية',
      price: 'السعر',
    },
    separator: ';',
    mark: '.',
    date: [2, 1, 0],
    charset: 'windows-1256',
    query: {},
    text: [
      'الرقم;المورد;الفاتورة;التاريخ;البيان;الكمية;السعر',
      'ف-1;شركة نجد للورق;1001;2026-03-01;ورق;4;25.50',
      'ف-2;مؤسسة الخليج;1002;2026-03-02;حبر;1;100',
      'ف-3;شركة نجد للورق;1003;2026-03-03;أقلام;2;7.25',
    ].join('\r\n'),
  },
  {
    name: 'Kazakh in Russian, semicolons, UTF-8 with a byte order mark, spaces between thousands',
    headings: {
      id: 'Код',
      vendor: 'Поставщик',
      number: 'Счёт',
      date: 'Дата',
      text: 'Товар',
      quantity: 'Кол-во',
      price: 'Цена',
    },
    separator: ';',
    mark: ',',
    date: [0, 1, 2],
    query: { decimal: 'comma', thousands: 'space', date_format: 'dd.mm.yyyy' },
    text: [
      '\ufeffКод;Поставщик;Счёт;Дата;Товар;Кол-во;Цена',
      'К1;ТОО «Алатау»;12-А;05.03.2026;Бумага;1;12\u00a0500,75',
      'К2;ИП Ким;13-А;06.03.2026;Краска;2;1 000,00',
      'К3;ТОО «Алатау»;14-А;07.03.2026;Ручки;1;99,5',
    ].join('\r\n'),
  },
  {
    name: 'American, month first, thousands commas',
    headings: { ...PLAIN, ...PLAIN_LINE },
    separator: ',',
    mark: '.',
    date: [1, 0, 2],
    query: { date_format: 'mm/dd/yyyy', thousands: 'comma' },
    text: [
      HEAD.join(','),
      'US-1,Lakeside Tools,A-1,3/31/2026,Drills,1,"1,234.56"',
      'US-2,Prairie Steel,A-2,12/1/2026,Beams,2,"10,000"',
    ].join('\n'),
  },
  {
    name: 'separated by tabs',
    headings: { ...PLAIN, ...PLAIN_LINE },
    separator: '\t',
    mark: '.',
    date: [2, 1, 0],
    query: {},
    text: [HEAD.join('\t'), 'TB-1\tTab Co, Ltd; North\tB-1\t2026-05-01\tInk; black, new\t1\t19.99'].join('\n'),
  },
  {
    name: 'with empty columns at the end and empty rows, iso-8859-1',
    headings: { ...PLAIN, ...PLAIN_LINE },
    separator: ',',
    mark: '.',
    date: [2, 1, 0],
    charset: 'iso-8859-1',
    query: {},
    text: [
      `${HEAD.join(',')},,,`,
      'E-1,Café Très,C-1,2026-06-01,Coffee,1,5.00,,,',
      ',,,,,,,,,',
      'E-2,Café Très,C-2,2026-06-02,Tea,2,4.00,,',
      ',,,,,,,,,',
    ].join('\r\n'),
  },
  {
    name: 'with ids whose accents are apart',
    headings: { ...PLAIN, ...PLAIN_LINE },
    separator: ',',
    mark: '.',
    date: [2, 1, 0],
    query: {},
    text: [
      HEAD.join(','),
      `${'é-1'.normalize('NFD')},${'Crème'.normalize('NFD')},D-1,2026-07-01,Milk,1,1.10`,
      `${'é-2'.normalize('NFC')},${'Crème'.normalize('NFC')},D-2,2026-07-02,Butter,3,2.20`,
    ].join('\n'),
  },
];

export function encoded({ text, charset }: Pick<SampleFile, 'text' | 'charset'>): Buffer {
  if (charset === undefined) return Buffer.from(text, 'utf8');
  if (charset === 'iso-8859-1') return Buffer.from(text, 'latin1');
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const letters = [...new TextDecoder(charset).decode(bytes)];
  return Buffer.from([...text].map((letter) => letters.indexOf(letter)));
}

/** Counts a file again without the service: rows, the sum per vendor, and the days, in file order. */
export function recounted({ text, headings, separator, mark, date }: SampleFile) {
  const [head = [], ...others] = text
    .replace('\ufeff', '')
    .split(/\r?\n/)
    .map((line) => cellsOf(line, separator))
    .filter((cells) => cells.join('') !== '');
  const at = (row: readonly string[], what: keyof SampleFile['headings']) => row[head.indexOf(headings[what])] ?? '';
  const rows = others.filter((cells) => cells.join() !== head.join());
  const sums: Record<string, number> = {};
  const days: string[] = [];
  for (const row of rows) {
    const [whole = '', cents = ''] = at(row, 'price').split(mark);
    const units = Number(whole.replace(/\D/g, '')) * 100 + Number(cents.padEnd(2, '0'));
    const vendor = at(row, 'vendor').normalize('NFC');
    sums[vendor] = ((sums[vendor] ?? 0) * 100 + units * Number(at(row, 'quantity'))) / 100;
    const parts = at(row, 'date').split(/[./-]/);
    const [day = '', month = '', year = ''] = date.map((place) => (parts[place] ?? '').padStart(2, '0'));
    days.push(`${year}-${month}-${day}`);
  }
  return { rows: rows.length, repeatedHeadings: others.length - rows.length, sums, days };
}

/** The cells of a line. A quoted cell may contain the separator. */
function cellsOf(line: string, separator: string): string[] {
  const cells = [''];
  let quoted = false;
  for (const letter of line) {
    if (letter === '"') quoted = !quoted;
    else if (letter === separator && !quoted) cells.push('');
    else cells[cells.length - 1] += letter;
  }
  return cells;
}
