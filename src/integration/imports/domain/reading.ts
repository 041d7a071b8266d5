export const DELIMITERS = ['comma', 'semicolon', 'tab'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Charsets in which a CSV file may be sent, as its `Content-Type` declares them. */
export const CHARSETS = ['utf-8', 'windows-1256', 'windows-1252', 'iso-8859-1'] as const;
export type Charset = (typeof CHARSETS)[number];

export const DECIMALS = ['point', 'comma'] as const;
export type DecimalMark = (typeof DECIMALS)[number];

export const THOUSANDS = ['comma', 'dot', 'space'] as const;
export type ThousandsMark = (typeof THOUSANDS)[number];

export const DATE_FORMATS = ['yyyy-mm-dd', 'dd/mm/yyyy', 'dd.mm.yyyy', 'mm/dd/yyyy'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** How an import reads its file, beyond what the file says itself. Stored with the import. */
export interface Reading {
  /** Columns that the caller excludes: they are not read, whatever they hold. */
  readonly ignoreColumns: readonly string[];
  /** Whether a row may change a record again that an earlier row of the file has created or changed. */
  readonly allowRepeatedIds: boolean;
  /** What is between the cells of a CSV file; undefined until its headings show it. */
  readonly delimiter?: Delimiter | undefined;
  readonly decimal: DecimalMark;
  /** What groups the digits of a number; undefined where nothing may. */
  readonly thousands?: ThousandsMark | undefined;
  readonly dateFormat: DateFormat;
  /** Headings of the file, and the columns that they stand for. */
  readonly columns: Readonly<Record<string, string>>;
}

/** A file means exactly what it says. */
export const PLAIN_READING: Reading = {
  ignoreColumns: [],
  allowRepeatedIds: false,
  decimal: 'point',
  dateFormat: 'yyyy-mm-dd',
  columns: {},
};
