export const DELIMITERS = ['comma', 'semicolon', 'tab'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Charsets of a CSV file, as declared in its `Content-Type`. */
export const CHARSETS = ['utf-8', 'windows-1256', 'windows-1252', 'iso-8859-1'] as const;
export type Charset = (typeof CHARSETS)[number];

export const DECIMALS = ['point', 'comma'] as const;
export type DecimalMark = (typeof DECIMALS)[number];

export const THOUSANDS = ['comma', 'dot', 'space'] as const;
export type ThousandsMark = (typeof THOUSANDS)[number];

export const DATE_FORMATS = ['yyyy-mm-dd', 'dd/mm/yyyy', 'dd.mm.yyyy', 'mm/dd/yyyy'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** Options for parsing the file. Saved with the import. */
export interface Reading {
  /** Columns to skip. */
  readonly ignoreColumns: readonly string[];
  /** Whether a row may change a record that an earlier row of the file created or changed. */
  readonly allowRepeatedIds: boolean;
  /** Undefined until detected from the headings. */
  readonly delimiter?: Delimiter | undefined;
  readonly decimal: DecimalMark;
  /** Undefined if numbers must not contain separators. */
  readonly thousands?: ThousandsMark | undefined;
  readonly dateFormat: DateFormat;
  /** Maps headings of the file to columns. */
  readonly columns: Readonly<Record<string, string>>;
}

/** Defaults: no mapping, no skipped columns. */
export const PLAIN_READING: Reading = {
  ignoreColumns: [],
  allowRepeatedIds: false,
  decimal: 'point',
  dateFormat: 'yyyy-mm-dd',
  columns: {},
};
