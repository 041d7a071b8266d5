export const importMessages = {
  'imports.started': { en: 'The import was accepted.', ar: 'تم قبول طلب الاستيراد.' },
  'imports.encoding': {
    en: 'The file is not text in UTF-8. Save it as UTF-8, or name the charset of a CSV file: Content-Type: text/csv; charset=windows-1256.',
    ar: 'الملف ليس نصًا بترميز UTF-8. احفظه بترميز UTF-8، أو اذكر ترميز ملف CSV: ‏Content-Type: text/csv; charset=windows-1256.',
  },
  'imports.no_rows': { en: 'The file has no rows.', ar: 'لا توجد صفوف في الملف.' },
  'imports.too_many_rows': {
    en: 'The file has more than {max} rows. Split the file.',
    ar: 'عدد صفوف الملف يتجاوز {max}. قسّم الملف.',
  },
  'imports.too_large': {
    en: 'The file must be at most {max} MiB. Split the file.',
    ar: 'يجب ألا يزيد حجم الملف على {max} ميغابايت. قسّم الملف.',
  },
  'imports.quote_not_closed': {
    en: 'The row that begins in line {line} has a quote that is never closed.',
    ar: 'في الصف الذي يبدأ عند السطر {line} علامة اقتباس لا تُغلق.',
  },
  'imports.quote': {
    en: 'The row that begins in line {line} has a quote in the wrong place. Write a quote inside a cell twice, and put the cell in quotes.',
    ar: 'في الصف الذي يبدأ عند السطر {line} علامة اقتباس في غير موضعها. اكتب علامة الاقتباس داخل الخلية مرتين، وضع الخلية بين علامتي اقتباس.',
  },
  'imports.row_too_long': {
    en: 'Line {line} is longer than {max} KiB.',
    ar: 'طول السطر {line} يزيد على {max} كيلوبايت.',
  },
  'imports.csv_row_too_long': {
    en: 'The row that begins in line {line} is longer than {max} KiB, or has a quote that is never closed.',
    ar: 'الصف الذي يبدأ عند السطر {line} أطول من {max} كيلوبايت، أو فيه علامة اقتباس لا تُغلق.',
  },
  'imports.too_many_cells': {
    en: 'The row that begins in line {line} has more than {max} cells.',
    ar: 'عدد الخلايا في الصف الذي يبدأ عند السطر {line} يتجاوز {max}.',
  },
  'imports.too_many_blank_lines': {
    en: 'The file has more than {max} blank lines. Remove them.',
    ar: 'عدد الأسطر الفارغة في الملف يتجاوز {max}. احذفها.',
  },
  'imports.too_much_work': {
    en: 'Reading the file takes too long. Split the file.',
    ar: 'تستغرق قراءة الملف وقتًا أطول من المسموح. قسّم الملف.',
  },
  'imports.document_too_large': {
    en: 'The lines of the document are larger than {max} bytes in total.',
    ar: 'يزيد حجم بنود المستند مجتمعةً على {max} بايت.',
  },
  'imports.rows_apart': {
    en: 'The rows of one document must follow each other. This one begins in line {first} and continues in line {again}.',
    ar: 'يجب أن تتوالى صفوف المستند الواحد. يبدأ هذا المستند عند السطر {first} ويُستأنف عند السطر {again}.',
  },
  'imports.id_twice': {
    en: 'The file has this external_id twice: in line {first} and in line {again}. Send one row, or allow_repeated_ids=true to apply them one after the other.',
    ar: 'ورد external_id هذا مرتين في الملف: عند السطر {first} وعند السطر {again}. أرسل صفًا واحدًا، أو استخدم allow_repeated_ids=true لتطبيق الصفوف واحدًا بعد الآخر.',
  },
  'imports.documents_once': {
    en: 'Not allowed for orders and invoices: a file can contain each of them only once.',
    ar: 'غير مسموح به لأوامر الشراء والفواتير: لا يرد كل منها في الملف إلا مرة واحدة.',
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
    en: 'The parameter columns names headings that are not in the file: {columns}.',
    ar: 'يذكر المعامل columns عناوين لا توجد في الملف: {columns}.',
  },
  'imports.columns_mapping': {
    en: 'Must be a JSON object of headings and columns, such as {example}.',
    ar: 'يجب أن يكون كائن JSON من عناوين وأعمدة، مثل {example}.',
  },
  'imports.ambiguous_delimiter': {
    en: 'The headings of the file contain several separators: {found}. Give the right one in delimiter=.',
    ar: 'في عناوين الملف أكثر من فاصل: {found}. حدّد الفاصل الصحيح في delimiter=.',
  },
  'imports.other_delimiter': {
    en: 'The headings were read as one column: "{heading}". Give the separator of the file in delimiter=: comma, semicolon or tab.',
    ar: 'قُرئت العناوين كعمود واحد: "{heading}". حدّد فاصل الملف في delimiter=: ‏comma أو semicolon أو tab.',
  },
  'imports.unsupported_charset': {
    en: 'The charset must be one of: {charsets}.',
    ar: 'يجب أن يكون الترميز واحدًا مما يلي: {charsets}.',
  },
  'imports.not_in_charset': {
    en: 'The file has a byte that is not a character of {charset}. Declare the charset of the file, or save the file as UTF-8.',
    ar: 'في الملف بايت ليس حرفًا في الترميز {charset}. اذكر ترميز الملف، أو احفظه بترميز UTF-8.',
  },
  'imports.same_marks': { en: 'Must differ from the decimal mark.', ar: 'يجب أن تختلف عن علامة الكسور العشرية.' },
  'imports.number_format': {
    en: '"{value}" does not match the number format of the request. Give the marks of the file in decimal= and thousands=.',
    ar: 'القيمة "{value}" لا تطابق صيغة الأرقام المحددة في الطلب. حدّد علامات الملف في decimal= و thousands=.',
  },
  'imports.date_format': {
    en: '"{value}" is not a date in the format {format}. Give the date format of the file in date_format=.',
    ar: 'القيمة "{value}" ليست تاريخًا بالصيغة {format}. حدّد صيغة التاريخ في الملف في date_format=.',
  },
  'imports.columns_not_read': {
    en: 'The service sets these columns itself: {columns}. Remove them, or name them in ignore_columns.',
    ar: 'تضبط الخدمة قيم هذه الأعمدة بنفسها: {columns}. احذفها أو اذكرها في ignore_columns.',
  },
  'imports.document_differs': {
    en: 'The stored document differs from the file in fields that cannot be changed.',
    ar: 'يختلف المستند المحفوظ عن الملف في حقول لا يمكن تغييرها.',
  },
  'imports.differs_in_status': {
    en: 'The file has "{value}", the stored document has "{stored}". The field cannot be changed in the status {status}.',
    ar: 'القيمة في الملف "{value}" وفي المستند المحفوظ "{stored}". لا يمكن تغيير هذا الحقل في الحالة {status}.',
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
  'imports.columns_twice': { en: 'Duplicate columns: {columns}.', ar: 'أعمدة مكررة: {columns}.' },
  'imports.cells': {
    en: 'The row has more or fewer cells than the headings.',
    ar: 'عدد خلايا الصف أكثر أو أقل من عدد العناوين.',
  },
  'imports.headings_again': {
    en: 'The row repeats the headings of the file. Remove it.',
    ar: 'يكرر الصف عناوين الملف. احذفه.',
  },
  'imports.row_without_id': {
    en: 'Line {line} has no external_id, so the document that begins in line {first} is rejected too. Write the external_id in each row.',
    ar: 'لا توجد قيمة لـ external_id في السطر {line}، لذلك يُرفض معه المستند الذي يبدأ عند السطر {first}. اكتب external_id في كل صف.',
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
  'imports.not_an_object': { en: 'The line is not a JSON object.', ar: 'السطر ليس كائن JSON.' },
  'imports.row_of_refused': {
    en: 'Another row of the same document has an error: see line {line}.',
    ar: 'في صف آخر من المستند نفسه خطأ: انظر السطر {line}.',
  },
  'imports.file_removed': {
    en: 'The file of this import was deleted {days} days after the import ended. Request application/json to read the errors, which are still stored.',
    ar: 'حُذف ملف هذا الاستيراد بعد انتهاء الاستيراد بعدد من الأيام: {days}. اطلب application/json لقراءة الأخطاء، فهي لا تزال محفوظة.',
  },
  'imports.more_errors': { en: 'More errors in this row: {count}.', ar: 'عدد الأخطاء الأخرى في الصف: {count}.' },
  'imports.named_twice': {
    en: 'Give either {from} or {to}, or the same record in both.',
    ar: 'اذكر أحد الحقلين {from} و{to} فقط، أو السجل نفسه في كليهما.',
  },
  'imports.too_many_open': {
    en: 'This tenant already has {max} pending or running imports. Try again when one of them has ended.',
    ar: 'بلغ عدد عمليات الاستيراد قيد الانتظار أو التنفيذ للمستأجر {max}. أعد المحاولة بعد انتهاء إحداها.',
  },
  'imports.only_documents': {
    en: 'Only budgets, purchase orders and invoices can be approved.',
    ar: 'لا يمكن اعتماد إلا الميزانيات وأوامر الشراء والفواتير.',
  },
  'imports.no_longer_allowed': {
    en: 'The user or token that started the import is no longer allowed to import.',
    ar: 'لم يعد مسموحًا بالاستيراد للمستخدم أو لرمز الوصول الذي بدأه.',
  },
  'imports.only_users': { en: 'Only users can be invited.', ar: 'لا يمكن دعوة إلا المستخدمين.' },
};
