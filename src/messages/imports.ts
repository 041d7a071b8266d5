export const importMessages = {
  'imports.started': { en: 'The import has been taken on.', ar: 'تم استلام الاستيراد.' },
  'imports.encoding': {
    en: 'The file is not text in UTF-8. Save it as UTF-8, or name the charset of a CSV file: Content-Type: text/csv; charset=windows-1256.',
    ar: 'الملف ليس نصًا بترميز UTF-8. احفظه بترميز UTF-8، أو اذكر ترميز ملف CSV: ‏Content-Type: text/csv; charset=windows-1256.',
  },
  'imports.no_rows': { en: 'The file has no rows.', ar: 'لا توجد صفوف في الملف.' },
  'imports.too_many_rows': {
    en: 'The file has more than {max} rows. Split it.',
    ar: 'يحتوي الملف على أكثر من {max} صف. قسّمه.',
  },
  'imports.too_large': {
    en: 'The file must be at most {max} MiB. Split it.',
    ar: 'يجب ألا يزيد حجم الملف على {max} ميغابايت. قسّمه.',
  },
  'imports.quote_not_closed': {
    en: 'The row that begins in line {line} has a quote that never closes.',
    ar: 'في الصف الذي يبدأ عند السطر {line} علامة اقتباس لا تُغلق.',
  },
  'imports.quote': {
    en: 'The row that begins in line {line} has a quote in the wrong place. A quote within a cell is doubled, and the cell is in quotes.',
    ar: 'في الصف الذي يبدأ عند السطر {line} علامة اقتباس في غير موضعها. تُكتب علامة الاقتباس داخل الخلية مرتين وتوضع الخلية بين علامتي اقتباس.',
  },
  'imports.row_too_long': {
    en: 'Line {line} is longer than {max} KiB.',
    ar: 'طول السطر {line} يزيد على {max} كيلوبايت.',
  },
  'imports.csv_row_too_long': {
    en: 'The row that begins in line {line} is longer than {max} KiB, or has a quote that never closes.',
    ar: 'الصف الذي يبدأ عند السطر {line} أطول من {max} كيلوبايت، أو فيه علامة اقتباس لا تُغلق.',
  },
  'imports.too_many_cells': {
    en: 'The row that begins in line {line} has more than {max} cells.',
    ar: 'الصف الذي يبدأ عند السطر {line} فيه أكثر من {max} خلية.',
  },
  'imports.too_many_blank_lines': {
    en: 'The file has more than {max} blank lines. Remove them.',
    ar: 'يحتوي الملف على أكثر من {max} سطر فارغ. احذفها.',
  },
  'imports.too_much_work': {
    en: 'Reading the file takes too long. Split it.',
    ar: 'تستغرق قراءة الملف وقتًا أطول من المسموح. قسّمه.',
  },
  'imports.document_too_large': {
    en: 'The lines of the document are more than {max} bytes together.',
    ar: 'يزيد حجم بنود المستند مجتمعةً على {max} بايت.',
  },
  'imports.rows_apart': {
    en: 'The rows of one document must follow each other. This one begins in line {first} and continues in line {again}.',
    ar: 'يجب أن تتوالى صفوف المستند الواحد. يبدأ هذا المستند عند السطر {first} ويُستكمل عند السطر {again}.',
  },
  'imports.id_twice': {
    en: 'The file has this external_id twice: in line {first} and in line {again}. Send one row, or allow_repeated_ids=true to apply them one after the other.',
    ar: 'ورد external_id هذا مرتين في الملف: عند السطر {first} وعند السطر {again}. أرسل صفًا واحدًا، أو استخدم allow_repeated_ids=true لتطبيق الصفوف واحدًا بعد الآخر.',
  },
  'imports.documents_once': {
    en: 'A file has each order and each invoice once.',
    ar: 'يرد كل أمر شراء وكل فاتورة مرة واحدة في الملف.',
  },
  'imports.document_twice': {
    en: 'The file has this document twice: in line {first} and in line {again}.',
    ar: 'ورد هذا المستند مرتين في الملف: عند السطر {first} وعند السطر {again}.',
  },
  'imports.unknown_columns': {
    en: 'Unknown columns: {columns}. Known columns: {known}.',
    ar: 'أعمدة غير معروفة: {columns}. الأعمدة المعروفة: {known}.',
  },
  'imports.mapped_columns_missing': {
    en: 'The parameter columns names headings that the file does not have: {columns}.',
    ar: 'يذكر المعامل columns عناوين لا توجد في الملف: {columns}.',
  },
  'imports.columns_mapping': {
    en: 'Must be a JSON object of headings and columns, such as {example}.',
    ar: 'يجب أن يكون كائن JSON من عناوين وأعمدة، مثل {example}.',
  },
  'imports.ambiguous_delimiter': {
    en: 'The headings of the file have several separators: {found}. Name the right one.',
    ar: 'في عناوين الملف أكثر من فاصل: {found}. اذكر الفاصل الصحيح.',
  },
  'imports.other_delimiter': {
    en: 'The headings are read as one column: "{heading}". Name the separator of the file in delimiter=; it must be a comma, a semicolon or a tab.',
    ar: 'تُقرأ العناوين كعمود واحد: "{heading}". اذكر فاصل الملف في delimiter=؛ ويجب أن يكون فاصلة أو فاصلة منقوطة أو علامة جدولة.',
  },
  'imports.unsupported_charset': {
    en: 'The charset must be one of: {charsets}.',
    ar: 'يجب أن يكون الترميز أحد: {charsets}.',
  },
  'imports.not_in_charset': {
    en: 'The file has a byte that is no character of {charset}. Declare its charset, or save it as UTF-8.',
    ar: 'في الملف بايت ليس حرفًا في الترميز {charset}. صرّح بترميزه أو احفظه بترميز UTF-8.',
  },
  'imports.same_marks': {
    en: 'Must differ from the mark before the decimals.',
    ar: 'يجب أن تختلف عن علامة الكسور العشرية.',
  },
  'imports.number_format': {
    en: '"{value}" is not written as the request says. Name the marks of the file with decimal= and thousands=.',
    ar: 'القيمة "{value}" ليست مكتوبة كما يحدد الطلب. اذكر علامات الملف في decimal= و thousands=.',
  },
  'imports.date_format': {
    en: '"{value}" is no day in the format {format}. Name the format of the file with date_format=.',
    ar: 'القيمة "{value}" ليست يومًا بالصيغة {format}. اذكر صيغة الملف في date_format=.',
  },
  'imports.columns_not_read': {
    en: 'The service sets these columns itself: {columns}. Remove them, or name them in ignore_columns.',
    ar: 'تحدد الخدمة هذه الأعمدة بنفسها: {columns}. احذفها أو اذكرها في ignore_columns.',
  },
  'imports.document_differs': {
    en: 'The stored document differs from the file and cannot be changed to it.',
    ar: 'يختلف المستند المحفوظ عن الملف ولا يمكن تغييره إليه.',
  },
  'imports.differs_in_status': {
    en: 'The file has "{value}", the stored document has "{stored}". In the status {status} it cannot be changed.',
    ar: 'القيمة في الملف "{value}" وفي المستند المحفوظ "{stored}". لا يمكن تغييره في الحالة {status}.',
  },
  'imports.differs_in_fixed_field': {
    en: 'The file has "{value}", the stored document has "{stored}". This field cannot be changed.',
    ar: 'القيمة في الملف "{value}" وفي المستند المحفوظ "{stored}". لا يمكن تغيير هذا الحقل.',
  },
  'imports.amount_differs': {
    en: 'The file has {value}, but the computed amount is {amount}.',
    ar: 'القيمة في الملف {value}، والمبلغ المحسوب {amount}.',
  },
  'imports.missing_columns': { en: 'Missing columns: {columns}.', ar: 'أعمدة ناقصة: {columns}.' },
  'imports.columns_twice': { en: 'Columns that are there twice: {columns}.', ar: 'أعمدة مكررة: {columns}.' },
  'imports.cells': {
    en: 'The row has more or fewer cells than the headings.',
    ar: 'عدد خلايا الصف أكثر أو أقل من عدد العناوين.',
  },
  'imports.headings_again': {
    en: 'The row repeats the headings of the file. Remove it.',
    ar: 'يكرر الصف عناوين الملف. احذفه.',
  },
  'imports.row_without_id': {
    en: 'Line {line} has "" in external_id, so its document is unknown. The document that begins in line {first} is refused with it. Write the external_id in each row.',
    ar: 'في السطر {line} القيمة "" في العمود external_id، فلا يُعرف مستنده. يُرفض معه المستند الذي يبدأ عند السطر {first}. اكتب external_id في كل صف.',
  },
  'imports.rows_disagree': {
    en: 'Line {line} has "{value}" in {column}, but line {first} of the same document has "{before}". Write the same value in each row of the document.',
    ar: 'في السطر {line} القيمة "{value}" في العمود {column}، وفي السطر {first} من المستند نفسه القيمة "{before}". اكتب القيمة نفسها في كل صف من المستند.',
  },
  'imports.not_json': {
    en: 'The line is not valid JSON: unexpected {found} in column {column}.',
    ar: 'السطر ليس JSON صالحًا: {found} غير متوقع في العمود {column}.',
  },
  'imports.json_ends': {
    en: 'The line is not valid JSON: it ends in column {column} before it is complete.',
    ar: 'السطر ليس JSON صالحًا: ينتهي في العمود {column} قبل أن يكتمل.',
  },
  'imports.not_an_object': { en: 'The line is no JSON object.', ar: 'السطر ليس كائن JSON.' },
  'imports.row_of_refused': {
    en: 'Another row of its document is wrong: see line {line}.',
    ar: 'صف آخر من مستنده به خطأ: انظر السطر {line}.',
  },
  'imports.file_removed': {
    en: 'The file of this import is not there any more. The file of an import with refused rows is removed {days} days after its end. Ask for application/json: the errors themselves are still there.',
    ar: 'لم يعد ملف هذا الاستيراد موجودًا. يُحذف ملف الاستيراد الذي رُفضت منه صفوف بعد {days} أيام من انتهائه. اطلب application/json: الأخطاء نفسها ما زالت موجودة.',
  },
  'imports.more_errors': {
    en: 'The row has {count} more errors.',
    ar: 'عدد الأخطاء الأخرى في الصف: {count}.',
  },
  'imports.named_twice': {
    en: 'Give one of {from} and {to}, or let both name the same record.',
    ar: 'اذكر أحد الحقلين {from} و{to} فقط، أو اجعلهما يشيران إلى السجل نفسه.',
  },
  'imports.too_many_open': {
    en: '{max} imports of this tenant wait already. Try again when one has ended.',
    ar: 'ينتظر لهذا المستأجر {max} من عمليات الاستيراد. أعد المحاولة عند انتهاء إحداها.',
  },
  'imports.only_documents': {
    en: 'Only budgets, purchase orders and invoices are approved.',
    ar: 'لا تُعتمد إلا الميزانيات وأوامر الشراء والفواتير.',
  },
  'imports.no_longer_allowed': {
    en: 'Whoever started the import may not do so any more.',
    ar: 'لم يعد لمن بدأ الاستيراد أن يقوم به.',
  },
  'imports.only_users': { en: 'Only users are invited.', ar: 'لا يُدعى إلا المستخدمون.' },
};
