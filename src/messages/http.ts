export const httpMessages = {
  'error.bad_request': { en: 'The request is not valid.', ar: 'الطلب غير صالح.' },
  'error.malformed_http': { en: 'The request is not valid HTTP.', ar: 'الطلب ليس HTTP صالحًا.' },
  'error.headers_too_large': { en: 'The headers are too large.', ar: 'ترويسات الطلب أكبر من المسموح.' },
  'error.chunks_too_large': {
    en: 'The chunks of the body carry too many extensions.',
    ar: 'أجزاء محتوى الطلب تحمل امتدادات أكثر من المسموح.',
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
    ar: 'محتوى الطلب متداخل بأكثر من {max} مستوى.',
  },
  'error.body_keys_of_object': {
    en: 'An object of the body has more than {max} keys.',
    ar: 'يحتوي أحد كائنات الطلب على أكثر من {max} مفتاح.',
  },
  'error.body_keys': { en: 'The body has more than {max} keys.', ar: 'يحتوي الطلب على أكثر من {max} مفتاح.' },
  'error.body_elements': {
    en: 'The arrays of the body have more than {max} elements in all.',
    ar: 'تحتوي مصفوفات الطلب على أكثر من {max} عنصر إجمالاً.',
  },
  'error.body_nodes': {
    en: 'The body has more than {max} values in all.',
    ar: 'يحتوي الطلب على أكثر من {max} قيمة إجمالاً.',
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
    ar: 'يحتوي الاستعلام على أكثر من {max} معامل.',
  },
  'error.bad_encoding': { en: 'The body could not be decoded.', ar: 'تعذّر فك ترميز محتوى الطلب.' },
  'error.malformed_path': {
    en: 'The path cannot be decoded, or holds a character that no path may hold.',
    ar: 'تعذّر فك ترميز المسار، أو أنه يحتوي على رمز لا يجوز في المسارات.',
  },
  'error.malformed_header': { en: 'The header {header} is malformed.', ar: 'الترويسة {header} غير صحيحة.' },
  'error.unauthenticated': { en: 'Unauthenticated.', ar: 'لم يتم التحقق من الهوية.' },
  'error.token_invalid': { en: 'The bearer token is missing or invalid.', ar: 'رمز الوصول مفقود أو غير صالح.' },
  'error.forbidden': { en: 'This token lacks the ability: {ability}.', ar: 'هذا الرمز يفتقر إلى الصلاحية: {ability}.' },
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
  'error.not_acceptable': { en: 'This address answers {types} only.', ar: 'هذا العنوان يجيب بالصيغة {types} فقط.' },
  'error.payload_too_large': { en: 'The body is larger than {limit} bytes.', ar: 'محتوى الطلب أكبر من {limit} بايت.' },
  'error.unsupported_media_type': {
    en: 'The Content-Type must be {types}.',
    ar: 'يجب أن يكون Content-Type هو {types}.',
  },
  'error.no_multipart': {
    en: 'The Content-Type must be {types}: send the file itself as the body, without a form.',
    ar: 'يجب أن يكون Content-Type هو {types}: أرسل الملف نفسه كمحتوى للطلب دون نموذج.',
  },
  'error.unsupported_charset': {
    en: 'The charset of the Content-Type must be utf-8.',
    ar: 'يجب أن يكون charset في Content-Type هو utf-8.',
  },
  'error.idempotency_in_progress': {
    en: 'A request with this Idempotency-Key is still in progress.',
    ar: 'لا يزال طلب بنفس مفتاح Idempotency-Key قيد التنفيذ.',
  },
  'error.idempotency_key_reused': {
    en: 'This Idempotency-Key was used with a different request.',
    ar: 'استُخدم مفتاح Idempotency-Key هذا مع طلب مختلف.',
  },
  'error.precondition_failed': {
    en: 'The record has changed since that version was read.',
    ar: 'تغيّر السجل منذ قراءة تلك النسخة.',
  },
  'error.weak_etag': {
    en: 'If-Match has a weak ETag (W/"..."), which matches no version. Send the strong ETag, as the service answers it with the record; a proxy that changes answers may have put W/ before it.',
    ar: 'تحتوي If-Match على ETag ضعيف (W/"...")، وهو لا يطابق أي نسخة. أرسل الـ ETag القوي كما تجيب به الخدمة مع السجل؛ فقد يكون وسيط يغيّر الأجوبة قد وضع W/ قبله.',
  },
  'error.no_version': {
    en: 'There is no such record yet, so it has no version that If-Match could name. Leave If-Match out to create it.',
    ar: 'لا يوجد سجل كهذا بعد، فليست له نسخة يمكن أن تذكرها If-Match. احذف If-Match لإنشائه.',
  },
  'error.malformed_if_match': {
    en: 'The header If-Match must be the ETag of the record with its quotes, such as "3", several of them with commas between, or *.',
    ar: 'يجب أن تكون الترويسة If-Match هي ETag السجل مع علامتي الاقتباس، مثل "3"، أو عدة قيم بينها فواصل، أو *.',
  },
  'error.validation': { en: 'The given data was invalid.', ar: 'البيانات المُدخلة غير صالحة.' },
  'error.validation_first': {
    en: 'The given data was invalid. The first {max} fields are named.',
    ar: 'البيانات المُدخلة غير صالحة. ذُكر أول {max} حقل فقط.',
  },
  'error.invalid_status': {
    en: 'A record with status {status} does not allow: {action}. Statuses that allow it: {allowed}.',
    ar: 'السجل بالحالة {status} لا يسمح بالإجراء: {action}. الحالات التي تسمح به: {allowed}.',
  },
  'error.rate_limit': {
    en: 'Too many requests. Try again in {seconds} seconds.',
    ar: 'طلبات كثيرة جدًا. أعد المحاولة بعد {seconds} ثانية.',
  },
  'error.internal': {
    en: 'Something went wrong on our side. Quote the request id when you ask about it.',
    ar: 'حدث خطأ من جانبنا. اذكر معرّف الطلب عند الاستفسار.',
  },
  'error.unavailable': {
    en: 'The service is temporarily unavailable. Try again in {seconds} seconds.',
    ar: 'الخدمة غير متاحة مؤقتًا. أعد المحاولة بعد {seconds} ثانية.',
  },
};
