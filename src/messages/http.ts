export const httpMessages = {
  'error.bad_request': { en: 'The request is not valid.', ar: 'الطلب غير صالح.' },
  'error.malformed_http': { en: 'The request is not valid HTTP.', ar: 'الطلب ليس HTTP صالحًا.' },
  'error.headers_too_large': {
    en: 'The request headers are too large. Send fewer or shorter headers.',
    ar: 'ترويسات الطلب أكبر من المسموح. أرسل ترويسات أقل أو أقصر.',
  },
  'error.chunks_too_large': {
    en: 'The chunk extensions of the body are too large. Send the chunks without extensions.',
    ar: 'امتدادات أجزاء المحتوى (chunk extensions) أكبر من المسموح. أرسل الأجزاء دون امتدادات.',
  },
  'error.request_timeout': { en: 'The request did not arrive in time.', ar: 'لم يصل الطلب في الوقت المحدد.' },
  'error.malformed_json': {
    en: 'The body is not valid JSON: unexpected {found} in line {line}, column {column}.',
    ar: 'محتوى الطلب ليس JSON صالحًا: {found} غير متوقع في السطر {line}، العمود {column}.',
  },
  'error.json_ends': {
    en: 'The body is not valid JSON: it ends in line {line}, column {column}, before it is complete.',
    ar: 'محتوى الطلب ليس JSON صالحًا: ينتهي في السطر {line}، العمود {column}، قبل أن يكتمل.',
  },
  'error.body_not_object': { en: 'The body must be a JSON object.', ar: 'يجب أن يكون محتوى الطلب كائن JSON.' },
  'error.body_not_utf8': {
    en: 'The body is not UTF-8: the byte at offset {offset}, counted from 0, is not valid.',
    ar: 'محتوى الطلب ليس UTF-8: البايت عند الموضع {offset}، بالعدّ من 0، غير صالح.',
  },
  'error.body_depth': {
    en: 'The body is nested more than {max} levels deep.',
    ar: 'عدد مستويات التداخل في محتوى الطلب يتجاوز {max}.',
  },
  'error.body_keys_of_object': {
    en: 'An object in the body has more than {max} keys.',
    ar: 'عدد المفاتيح في أحد كائنات محتوى الطلب يتجاوز {max}.',
  },
  'error.body_keys': { en: 'The body has more than {max} keys.', ar: 'عدد المفاتيح في محتوى الطلب يتجاوز {max}.' },
  'error.body_elements': {
    en: 'The arrays in the body have more than {max} elements in total.',
    ar: 'مجموع العناصر في مصفوفات محتوى الطلب يتجاوز {max}.',
  },
  'error.body_nodes': {
    en: 'The body has more than {max} values in total.',
    ar: 'مجموع القيم في محتوى الطلب يتجاوز {max}.',
  },
  'error.duplicate_key': {
    en: 'The key {key} appears twice in one JSON object.',
    ar: 'المفتاح {key} مكرر في كائن JSON واحد.',
  },
  'error.query_too_long': {
    en: 'The query string is longer than {max} bytes.',
    ar: 'نص الاستعلام أطول من {max} بايت.',
  },
  'error.query_parameters': {
    en: 'The query has more than {max} parameters.',
    ar: 'عدد معاملات الاستعلام يتجاوز {max}.',
  },
  'error.bad_encoding': { en: 'The body could not be decoded.', ar: 'تعذّر فك ترميز محتوى الطلب.' },
  'error.malformed_path': {
    en: 'The path cannot be decoded, or contains a character that is not allowed in paths.',
    ar: 'تعذّر فك ترميز المسار، أو أنه يحتوي على حرف لا يجوز في المسارات.',
  },
  'error.malformed_header': { en: 'The header {header} is malformed.', ar: 'الترويسة {header} غير صحيحة.' },
  'error.unauthenticated': { en: 'Unauthenticated.', ar: 'لم يتم التحقق من الهوية.' },
  'error.token_invalid': { en: 'The bearer token is missing or invalid.', ar: 'رمز الوصول مفقود أو غير صالح.' },
  'error.forbidden': {
    en: 'This token lacks the ability: {ability}.',
    ar: 'رمز الوصول هذا يفتقر إلى الصلاحية: {ability}.',
  },
  'error.ability_missing': { en: 'The ability {ability} is required.', ar: 'الصلاحية {ability} مطلوبة.' },
  'error.not_found': { en: 'The requested record was not found.', ar: 'السجل المطلوب غير موجود.' },
  'error.no_route': {
    en: 'The address {path} does not exist. Addresses begin with {a} (Form A) or {b} (Form B); {docs} lists them.',
    ar: 'العنوان {path} غير موجود. تبدأ العناوين بـ {a} (الصيغة A) أو {b} (الصيغة B)، وهي مذكورة في {docs}.',
  },
  'error.no_route_but': {
    en: 'The address {path} does not exist. Did you mean {address}?',
    ar: 'العنوان {path} غير موجود. هل تقصد {address}؟',
  },
  'error.no_route_but_either': {
    en: 'The address {path} does not exist. Did you mean {a} (Form A) or {b} (Form B)?',
    ar: 'العنوان {path} غير موجود. هل تقصد {a} (الصيغة A) أو {b} (الصيغة B)؟',
  },
  'error.method_not_allowed': {
    en: 'The method {method} is not allowed here. Allowed: {allowed}.',
    ar: 'الطريقة {method} غير مسموح بها هنا. المسموح: {allowed}.',
  },
  'error.not_acceptable': {
    en: 'This address returns only {types}. Change the Accept header.',
    ar: 'لا يُرجع هذا العنوان إلا {types}. غيّر الترويسة Accept.',
  },
  'error.payload_too_large': { en: 'The body is larger than {limit} bytes.', ar: 'محتوى الطلب أكبر من {limit} بايت.' },
  'error.unsupported_media_type': {
    en: 'The Content-Type must be {types}.',
    ar: 'يجب أن تكون قيمة Content-Type هي {types}.',
  },
  'error.no_multipart': {
    en: 'The Content-Type must be {types}: send the file itself as the body, without a form.',
    ar: 'يجب أن تكون قيمة Content-Type هي {types}: أرسل الملف نفسه محتوى للطلب، دون نموذج.',
  },
  'error.unsupported_charset': {
    en: 'The charset of the Content-Type must be utf-8.',
    ar: 'يجب أن تكون قيمة charset في Content-Type هي utf-8.',
  },
  'error.idempotency_in_progress': {
    en: 'A request with this Idempotency-Key is still in progress. Wait, then send it again with the same key.',
    ar: 'لا يزال طلب بمفتاح Idempotency-Key نفسه قيد التنفيذ. انتظر، ثم أعد إرساله بالمفتاح نفسه.',
  },
  'error.idempotency_key_reused': {
    en: 'This Idempotency-Key was already used with a different request. Use a new key for each new request.',
    ar: 'استُخدم مفتاح Idempotency-Key هذا من قبل مع طلب مختلف. استخدم مفتاحًا جديدًا لكل طلب جديد.',
  },
  'error.precondition_failed': {
    en: 'The record has changed since you read the version in If-Match. Read it again, then send your change again.',
    ar: 'تغيّر السجل بعد أن قرأت النسخة المذكورة في If-Match. اقرأه من جديد، ثم أعد إرسال التغيير.',
  },
  'error.weak_etag': {
    en: 'If-Match has a weak ETag (W/"..."), which matches no version. Send the ETag without W/; a proxy may have added it.',
    ar: 'تحتوي If-Match على ETag ضعيف (W/"...")، وهو لا يطابق أي نسخة. أرسل ETag من دون W/ التي ربما أضافها وسيط (proxy).',
  },
  'error.no_version': {
    en: 'This record does not exist yet, so If-Match matches no version. Leave out If-Match to create the record.',
    ar: 'هذا السجل غير موجود بعد، فلا نسخة له تطابق If-Match. احذف If-Match لإنشاء السجل.',
  },
  'error.malformed_if_match': {
    en: 'The header If-Match must be an ETag in quotes such as "3", several of them separated by commas, or *.',
    ar: 'يجب أن تكون الترويسة If-Match قيمة ETag مع علامتي الاقتباس، مثل "3"، أو عدة قيم تفصل بينها فواصل، أو *.',
  },
  'error.validation': { en: 'The given data was invalid.', ar: 'البيانات المُدخلة غير صالحة.' },
  'error.validation_first': {
    en: 'The given data was invalid. Only the first {max} fields are listed.',
    ar: 'البيانات المُدخلة غير صالحة. تقتصر القائمة على الحقول الأولى، وعددها {max}.',
  },
  'error.invalid_status': {
    en: 'A record with status {status} does not allow: {action}. Statuses that allow it: {allowed}.',
    ar: 'السجل بالحالة {status} لا يسمح بالإجراء: {action}. الحالات التي تسمح به: {allowed}.',
  },
  'error.rate_limit': {
    en: 'Too many requests. Try again in {seconds} seconds.',
    ar: 'عدد الطلبات أكبر من المسموح. عدد الثواني قبل إعادة المحاولة: {seconds}.',
  },
  'error.internal': {
    en: 'Something went wrong on our side. Quote the request id when you ask about it.',
    ar: 'حدث خطأ من جانبنا. اذكر معرّف الطلب عند الاستفسار.',
  },
  'error.unavailable': {
    en: 'The service is temporarily unavailable. Try again in {seconds} seconds.',
    ar: 'الخدمة غير متاحة مؤقتًا. عدد الثواني قبل إعادة المحاولة: {seconds}.',
  },
};
