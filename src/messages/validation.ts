import { catalogue } from './catalogue';

export const validationMessages = catalogue({
  'validation.required': { en: 'This field is required.', ar: 'هذا الحقل مطلوب.' },
  'validation.unknown_field': { en: 'Unknown field.', ar: 'حقل غير معروف.' },
  'validation.unknown_parameter': { en: 'Unknown query parameter.', ar: 'معامل استعلام غير معروف.' },
  'validation.not_utf8': {
    en: 'The percent-escapes must be UTF-8.',
    ar: 'يجب أن تكون رموز النسبة المئوية (%XX) بترميز UTF-8.',
  },
  'validation.given_once': { en: 'Must be given only once.', ar: 'يجب ذكره مرة واحدة فقط.' },
  'validation.not_null': { en: 'This field cannot be null.', ar: 'لا يمكن أن يكون هذا الحقل فارغًا.' },
  'validation.string': { en: 'Must be a string.', ar: 'يجب أن يكون نصًا.' },
  'validation.max_length': { en: 'Must be at most {max} characters.', ar: 'يجب ألا يزيد على {max} حرفًا.' },
  'validation.control_characters': {
    en: 'Must not contain control characters or broken Unicode.',
    ar: 'يجب ألا يحتوي على محارف تحكّم أو ترميز معطوب.',
  },
  'validation.single_line': { en: 'Must not contain line breaks.', ar: 'يجب ألا يحتوي على فواصل أسطر.' },
  'validation.reordered': {
    en: 'Must not contain characters that change the order of the text (bidirectional embeddings, overrides, isolates).',
    ar: 'يجب ألا يحتوي على محارف تغيّر ترتيب النص (تضمين الاتجاه أو تجاوزه أو عزله).',
  },
  'validation.number': { en: 'Must be a number.', ar: 'يجب أن يكون رقمًا.' },
  'validation.integer': { en: 'Must be an integer.', ar: 'يجب أن يكون عددًا صحيحًا.' },
  'validation.id': { en: 'Must be a positive integer.', ar: 'يجب أن يكون عددًا صحيحًا موجبًا.' },
  'validation.boolean': { en: 'Must be true or false.', ar: 'يجب أن يكون true أو false.' },
  'validation.object': { en: 'Must be an object.', ar: 'يجب أن يكون كائنًا.' },
  'validation.array': { en: 'Must be an array.', ar: 'يجب أن يكون مصفوفة.' },
  'validation.array_min': { en: 'Must have at least {min} entries.', ar: 'يجب أن يحتوي على {min} عنصر على الأقل.' },
  'validation.array_max': { en: 'Must have at most {max} entries.', ar: 'يجب ألا يحتوي على أكثر من {max} عنصر.' },
  'validation.array_unique': { en: 'Must not repeat an entry.', ar: 'يجب ألا يتكرر أي عنصر.' },
  'validation.min': { en: 'Must be at least {min}.', ar: 'يجب ألا يقل عن {min}.' },
  'validation.max': { en: 'Must be at most {max}.', ar: 'يجب ألا يزيد على {max}.' },
  'validation.greater_than': { en: 'Must be greater than {min}.', ar: 'يجب أن يكون أكبر من {min}.' },
  'validation.decimals': { en: 'Must have at most {max} decimals.', ar: 'يجب ألا تزيد المنازل العشرية على {max}.' },
  'validation.one_of': { en: 'Must be one of: {values}.', ar: 'يجب أن يكون أحد القيم: {values}.' },
  'validation.date': {
    en: 'Must be a calendar day that exists, as YYYY-MM-DD.',
    ar: 'يجب أن يكون تاريخًا صحيحًا بالصيغة YYYY-MM-DD.',
  },
  'validation.date_range': { en: 'Must be from {min} to {max}.', ar: 'يجب أن يكون من {min} إلى {max}.' },
  'validation.timestamp': { en: 'Must be an ISO 8601 timestamp.', ar: 'يجب أن يكون طابعًا زمنيًا بصيغة ISO 8601.' },
  'validation.cursor': {
    en: 'This is no cursor of this list with these filters in this order. Begin with an empty one, and send each next_cursor with the same parameters.',
    ar: 'هذا ليس مؤشرًا لهذه القائمة بهذه المرشحات وبهذا الترتيب. ابدأ بمؤشر فارغ، وأرسل كل next_cursor بالمعاملات نفسها.',
  },
  'validation.cursor_or_page': {
    en: 'A list is read by page or by cursor: leave out one of both.',
    ar: 'تُقرأ القائمة بالصفحات أو بالمؤشر: اترك أحدهما.',
  },
  'validation.date_order': { en: 'Must not be before {other}.', ar: 'يجب ألا يسبق {other}.' },
  'validation.not_after': { en: 'Must not be after {max}.', ar: 'يجب ألا يكون بعد {max}.' },
  'validation.too_far_ahead': {
    en: 'Must not lie more than a day ahead.',
    ar: 'يجب ألا يتجاوز يومًا واحدًا من الآن.',
  },
  'validation.past': { en: 'Must be in the future.', ar: 'يجب أن يكون في المستقبل.' },
  'validation.email': { en: 'Must be an e-mail address.', ar: 'يجب أن يكون عنوان بريد إلكتروني.' },
  'validation.url': { en: 'Must be an http or https URL.', ar: 'يجب أن يكون رابط http أو https.' },
  'validation.url_user_info': {
    en: 'Must not contain a user name or a password.',
    ar: 'يجب ألا يحتوي على اسم مستخدم أو كلمة مرور.',
  },
  'validation.currency': {
    en: 'Must be an ISO 4217 currency code in use.',
    ar: 'يجب أن يكون رمز عملة ISO 4217 مستخدمًا.',
  },
  'validation.exists': { en: 'No such record.', ar: 'لا يوجد سجل كهذا.' },
  'validation.deactivated': {
    en: 'This record was deactivated. Choose another one, or activate it again.',
    ar: 'أُلغي تفعيل هذا السجل. اختر سجلًا آخر أو فعّله من جديد.',
  },
  'validation.taken': { en: 'Already in use.', ar: 'مستخدم من قبل.' },
  'validation.taken_by_deactivated': {
    en: 'Already in use by the deactivated record {id}. Activate that record again, or choose another value.',
    ar: 'مستخدم من قبل السجل {id} الذي أُلغي تفعيله. فعّل ذلك السجل من جديد أو اختر قيمة أخرى.',
  },
  'validation.external_id_of_deactivated': {
    en: 'The deactivated record {id} has this external id already. Activate that record again, or choose another id.',
    ar: 'للسجل {id} الذي أُلغي تفعيله هذا المعرّف الخارجي من قبل. فعّل ذلك السجل من جديد أو اختر معرّفًا آخر.',
  },
  'validation.external_id_taken': {
    en: 'Record {id} has this external id already.',
    ar: 'للسجل {id} هذا المعرّف الخارجي من قبل.',
  },
  'validation.metadata_keys': {
    en: 'Must have at most {max} keys.',
    ar: 'يجب ألا يزيد عدد المفاتيح على {max}.',
  },
  'validation.metadata_of_lines': {
    en: 'The metadata of all lines together must be at most {keys} keys and {characters} characters, keys and values counted.',
    ar: 'يجب ألا تزيد البيانات الوصفية metadata لجميع البنود معًا على {keys} مفتاح و{characters} حرف، تُحسب المفاتيح والقيم.',
  },
  'validation.metadata_key': {
    en: 'Each key must be a line of 1 to {max} characters, without spaces around it.',
    ar: 'يجب أن يكون كل مفتاح سطرًا واحدًا من 1 إلى {max} حرفًا دون مسافات حوله.',
  },
  'validation.metadata_value': {
    en: 'The value of {key} must be a string of at most {max} characters, or null, without control characters.',
    ar: 'يجب أن تكون قيمة {key} نصًا لا يزيد على {max} حرفًا ودون محارف تحكّم، أو null.',
  },
  'validation.total_too_large': {
    en: 'The total of the document must be below 1,000,000,000,000.',
    ar: 'يجب أن يقل إجمالي المستند عن 1,000,000,000,000.',
  },
});
