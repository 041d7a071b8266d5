import type { ErrorPages } from './page';

/** Pages about what a request itself is refused for, whatever it asks. */
export const REQUEST_PAGES = {
  BAD_REQUEST: {
    title: { en: 'The request is malformed', ar: 'الطلب غير صحيح' },
    cause: {
      en: 'The path, a query parameter, a header or the JSON of the body cannot be read. An unknown query parameter is refused too, so that a typing error never changes what is answered. A body, a file name or a percent-escape that is not UTF-8 is refused: no byte is replaced in silence. So is a key that one JSON object has twice: no value is dropped in silence.',
      ar: 'تعذّرت قراءة المسار أو أحد معاملات الاستعلام أو إحدى الترويسات أو محتوى JSON. ويُرفض كذلك كل معامل استعلام غير معروف حتى لا يغيّر خطأٌ إملائي الجواب. ويُرفض كل محتوى أو اسم ملف أو رمز نسبة مئوية ليس بترميز UTF-8، فلا يُستبدل أي بايت دون علمك. ويُرفض كذلك مفتاح يتكرر في كائن JSON واحد، فلا تُهمل أي قيمة دون علمك.',
    },
    mend: {
      en: 'Read `details`: it names each parameter and what is wrong with it. For a body, read `message`: it has the line and the column of what is not JSON, the offset of the first byte that is not UTF-8, counted from 0, or the path of the key. Correct the request; sending it again unchanged gives the same answer.',
      ar: 'اقرأ `details`: فهو يذكر كل معامل وخطأه. أما المحتوى فتذكر `message` السطر والعمود لما ليس JSON، أو موضع أول بايت ليس UTF-8، بالعدّ من 0، أو مسار المفتاح. صحّح الطلب؛ فإعادة إرساله كما هو تعطي الجواب نفسه.',
    },
    example: { key: 'error.bad_request', fields: { per_page: [{ key: 'validation.max', params: { max: 100 } }] } },
  },
  CURSOR_EXPIRED: {
    title: { en: 'The cursor is too old', ar: 'المؤشر قديم جدًا' },
    cause: {
      en: 'The cursor of `GET /changes` stands before the oldest change that is kept. Changes are kept for 30 days.',
      ar: 'مؤشر `GET /changes` أقدم من أقدم تغيير محفوظ. وتُحفظ التغييرات 30 يومًا.',
    },
    mend: {
      en: 'Read all records anew, by an export (`POST /exports`) or by the lists, and go on from the cursor that the export names, or from one that was taken before the lists were read.',
      ar: 'اقرأ كل السجلات من جديد، بتصدير (`POST /exports`) أو من القوائم، ثم تابع من المؤشر الذي يذكره التصدير أو من مؤشر أُخذ قبل قراءة القوائم.',
    },
    example: { key: 'changes.cursor_expired' },
  },
  UNAUTHENTICATED: {
    title: { en: 'No valid token', ar: 'لا يوجد رمز وصول صالح' },
    cause: {
      en: 'The header `Authorization: Bearer pst_…` is missing, or its token is unknown, expired or revoked, or its user or tenant is not active. The answer is the same for all of them.',
      ar: 'الترويسة `Authorization: Bearer pst_…` مفقودة، أو أن الرمز مجهول أو منتهٍ أو ملغى، أو أن صاحبه أو المستأجر غير نشط. والجواب واحد في كل هذه الحالات.',
    },
    mend: {
      en: 'Send the whole token, once, in that header. Where it no longer works, ask an admin for another (`POST /tokens`).',
      ar: 'أرسل الرمز كاملًا مرة واحدة في تلك الترويسة. وإن لم يعد صالحًا فاطلب رمزًا آخر من مسؤول (`POST /tokens`).',
    },
    example: { key: 'error.unauthenticated' },
  },
  FORBIDDEN_ABILITY: {
    title: { en: 'The token lacks an ability', ar: 'الرمز يفتقر إلى قدرة' },
    cause: {
      en: 'The token is valid, but was not given the ability that this request asks for: `read`, `write`, `delete`, `approve` or `admin`. Only `admin` implies others.',
      ar: 'الرمز صالح لكنه لم يُمنح القدرة التي يطلبها هذا الطلب: `read` أو `write` أو `delete` أو `approve` أو `admin`. ولا تشمل غيرَها إلا `admin`.',
    },
    mend: {
      en: 'Use a token that has the ability named in `errors.ability`, or have one minted with it.',
      ar: 'استخدم رمزًا يملك القدرة المذكورة في `errors.ability`، أو اطلب إصدار رمز بها.',
    },
    example: { key: 'error.forbidden', params: { ability: 'write' } },
  },
  ROLE_NOT_PERMITTED: {
    title: { en: 'The role lacks a permission', ar: 'الدور يفتقر إلى إذن' },
    cause: {
      en: 'The token has the ability, but the role of its user lacks the permission that `details.permission` names.',
      ar: 'الرمز يملك القدرة، لكن دور صاحبه يفتقر إلى الإذن المذكور في `details.permission`.',
    },
    mend: {
      en: 'An admin gives the role the permission (`PUT /roles/{slug}`) or the user another role. `GET /roles` shows who may do what.',
      ar: 'يمنح المسؤول الدورَ هذا الإذن (`PUT /roles/{slug}`) أو يعطي المستخدم دورًا آخر. ويبيّن `GET /roles` من يحق له ماذا.',
    },
    example: {
      key: 'role.not_permitted',
      params: { role: 'viewer', permission: 'orders.write' },
      details: { permission: 'orders.write', role: 'viewer' },
    },
  },
  NOT_FOUND: {
    title: { en: 'No such record or address', ar: 'لا سجل ولا عنوان كهذا' },
    cause: {
      en: 'The tenant has no record with this id, or the service has no such address: then the message says so, and names the address that was probably meant. A record of another tenant looks exactly the same as none.',
      ar: 'ليس لدى المستأجر سجل بهذا المعرّف، أو ليس للخدمة عنوان كهذا: وعندها تذكر الرسالة ذلك والعنوان المقصود على الأرجح. وسجل مستأجر آخر يبدو كذلك تمامًا.',
    },
    mend: {
      en: 'Check the id and the address: paths are case-sensitive and take no slash at the end. A deleted draft is gone for good.',
      ar: 'تحقّق من المعرّف والعنوان: المسارات تميّز حالة الأحرف ولا تنتهي بشرطة مائلة. والمسودة المحذوفة لا تعود.',
    },
    example: { key: 'error.not_found' },
  },
  METHOD_NOT_ALLOWED: {
    title: { en: 'Another method is needed here', ar: 'تلزم طريقة أخرى هنا' },
    cause: {
      en: 'The address exists, but does not answer this HTTP method.',
      ar: 'العنوان موجود، لكنه لا يجيب عن طريقة HTTP هذه.',
    },
    mend: { en: 'Use a method that the header `Allow` names.', ar: 'استخدم طريقة مذكورة في الترويسة `Allow`.' },
    example: { key: 'error.method_not_allowed', params: { method: 'PATCH', allowed: 'GET, POST' } },
  },
  NOT_ACCEPTABLE: {
    title: { en: 'The type asked for is not offered', ar: 'الصيغة المطلوبة غير متاحة' },
    cause: {
      en: '`Accept` names only types that this address does not answer with.',
      ar: 'لا تذكر `Accept` إلا صيغًا لا يجيب بها هذا العنوان.',
    },
    mend: {
      en: 'Send `Accept: application/json`. Lists and reports that have CSV take `text/csv`; files answer whatever it says.',
      ar: 'أرسل `Accept: application/json`. والقوائم والتقارير التي لها CSV تقبل `text/csv`، والملفات تجيب مهما كانت.',
    },
    example: { key: 'error.not_acceptable', params: { types: 'application/json' } },
  },
  REQUEST_TIMEOUT: {
    title: { en: 'The request did not arrive in time', ar: 'لم يصل الطلب في وقته' },
    cause: {
      en: 'The connection was opened, but the whole request did not arrive within the time limit.',
      ar: 'فُتح الاتصال لكن الطلب لم يصل كاملًا ضمن المهلة.',
    },
    mend: {
      en: 'Send it again, a POST or PUT with the same `Idempotency-Key`. Where it happens often, look at the network or send less at once.',
      ar: 'أعد إرساله، وليكن طلب POST أو PUT بمفتاح `Idempotency-Key` نفسه. وإن تكرر ذلك فافحص الشبكة أو قلّل ما ترسله دفعة واحدة.',
    },
    example: { key: 'error.request_timeout' },
  },
  PAYLOAD_TOO_LARGE: {
    title: { en: 'The body is too large', ar: 'محتوى الطلب كبير جدًا' },
    cause: {
      en: 'The body has more bytes than the address takes: 2 MiB of JSON, 20 MiB for an uploaded document, and for the file of an import what the operator has set (`IMPORT_MAX_MB`, 100 MiB unless changed). `message` names the limit.',
      ar: 'محتوى الطلب أكبر مما يقبله العنوان: ‎2 MiB‎ من JSON، و‎20 MiB‎ لمستند مرفوع، ولملف الاستيراد ما حدّده المشغّل (`IMPORT_MAX_MB`، وهو ‎100 MiB‎ ما لم يُغيَّر). تذكر `message` الحد.',
    },
    mend: {
      en: 'Send less at once: an import as several files, for example.',
      ar: 'أرسل أقل في المرة الواحدة: قسّم الاستيراد مثلًا على عدة ملفات.',
    },
    example: { key: 'error.payload_too_large', params: { limit: 2097152 } },
  },
  UNSUPPORTED_MEDIA_TYPE: {
    title: { en: 'The body is of another type', ar: 'محتوى الطلب من نوع آخر' },
    cause: {
      en: '`Content-Type` is not what the address takes, or declares a charset other than `utf-8`. An uploaded file whose content is of a kind that is not allowed is 422 `VALIDATION_ERROR` instead.',
      ar: 'ليست `Content-Type` مما يقبله العنوان، أو أنها تعلن charset غير `utf-8`. أما الملف المرفوع الذي نوع محتواه غير مسموح فجوابه 422 `VALIDATION_ERROR`.',
    },
    mend: {
      en: 'Send `Content-Type: application/json`, multipart/form-data to an upload, text/csv or application/x-ndjson to an import. Convert the content to UTF-8 before you send it.',
      ar: 'أرسل `Content-Type: application/json`، أو multipart/form-data عند رفع الملفات، أو text/csv أو application/x-ndjson عند الاستيراد. وحوّل المحتوى إلى UTF-8 قبل إرساله.',
    },
    example: { key: 'error.unsupported_media_type', params: { types: 'application/json' } },
  },
  IDEMPOTENCY_IN_PROGRESS: {
    title: { en: 'The same request is under way', ar: 'الطلب نفسه قيد التنفيذ' },
    cause: {
      en: 'A request with this `Idempotency-Key` has arrived and has not been answered yet.',
      ar: 'وصل طلب بمفتاح `Idempotency-Key` هذا ولم يُجَب عنه بعد.',
    },
    mend: {
      en: 'Wait as long as `Retry-After` says and send it again with the same key: you get the answer of the first.',
      ar: 'انتظر المدة المذكورة في `Retry-After` ثم أعد إرساله بالمفتاح نفسه: تحصل على جواب الأول.',
    },
    example: { key: 'error.idempotency_in_progress' },
  },
  IDEMPOTENCY_KEY_REUSED: {
    title: { en: 'The key belongs to another request', ar: 'المفتاح لطلب آخر' },
    cause: {
      en: 'This `Idempotency-Key` was used within 24 hours with another body or path.',
      ar: 'استُخدم مفتاح `Idempotency-Key` هذا خلال 24 ساعة مع محتوى أو مسار آخر.',
    },
    mend: {
      en: 'Use a new key for each thing that you mean to do, and the same key only to send the same request again.',
      ar: 'استخدم مفتاحًا جديدًا لكل عمل تريده، والمفتاح نفسه لإعادة إرسال الطلب نفسه فقط.',
    },
    example: { key: 'error.idempotency_key_reused' },
  },
  PRECONDITION_FAILED: {
    title: { en: 'The record has changed', ar: 'تغيّر السجل' },
    cause: {
      en: '`If-Match` names a version of the record that is not the newest: somebody changed it after you read it. Or `If-Match` has a weak `ETag` (`W/"3"`), which never matches; then the message says so.',
      ar: 'تذكر `If-Match` نسخة من السجل ليست الأحدث: غيّره أحدهم بعد أن قرأته. أو أن `If-Match` تحتوي على `ETag` ضعيف (`W/"3"`) وهو لا يطابق أبدًا، وعندها تذكر الرسالة ذلك.',
    },
    mend: {
      en: 'Read the record again, decide anew, and send the change with the new `ETag`.',
      ar: 'اقرأ السجل من جديد وقرّر، ثم أرسل التغيير مع `ETag` الجديد.',
    },
    example: { key: 'error.precondition_failed' },
  },
  VALIDATION_ERROR: {
    title: { en: 'Fields of the body are wrong', ar: 'حقول في المحتوى خاطئة' },
    cause: {
      en: 'A field is missing, unknown or has a value that it may not have, or names a record that the tenant does not have.',
      ar: 'حقل مفقود أو مجهول أو له قيمة لا تجوز، أو يشير إلى سجل ليس لدى المستأجر.',
    },
    mend: {
      en: 'Read `details` (Form B: `errors`): the path of each field, such as `items.0.quantity`, with its messages. Nothing was changed; correct the body and send it with a new `Idempotency-Key` or the same.',
      ar: 'اقرأ `details` (وفي الصيغة B: ‏`errors`): مسار كل حقل مثل `items.0.quantity` مع رسائله. لم يتغيّر شيء؛ صحّح المحتوى وأعد إرساله.',
    },
    example: { key: 'error.validation', fields: { name: [{ key: 'validation.required' }] } },
  },
  RATE_LIMIT_EXCEEDED: {
    title: { en: 'Too many requests', ar: 'طلبات كثيرة جدًا' },
    cause: {
      en: 'The token has used up the requests that the tenant’s plan allows in this minute, or today. Without a valid token the address of the caller is counted.',
      ar: 'استنفد الرمز ما تسمح به باقة المستأجر من طلبات في هذه الدقيقة أو اليوم. ومن دون رمز صالح يُحسب عنوان المتصل.',
    },
    mend: {
      en: 'Wait as long as `Retry-After` says. Watch `X-RateLimit-Remaining` and slow down before it is 0.',
      ar: 'انتظر المدة المذكورة في `Retry-After`. وراقب `X-RateLimit-Remaining` وأبطئ قبل أن يبلغ 0.',
    },
    example: { key: 'error.rate_limit', params: { seconds: 17 } },
  },
  HEADERS_TOO_LARGE: {
    title: { en: 'The headers are too large', ar: 'الترويسات كبيرة جدًا' },
    cause: {
      en: 'The first line and the headers of the request have more bytes in all than a server reads.',
      ar: 'سطر الطلب الأول وترويساته أكبر مجتمعةً مما يقرؤه الخادم.',
    },
    mend: {
      en: 'Leave out headers that are not needed: cookies mean nothing here.',
      ar: 'احذف الترويسات غير اللازمة: لا معنى لملفات تعريف الارتباط هنا.',
    },
    example: { key: 'error.headers_too_large' },
  },
  INTERNAL_ERROR: {
    title: { en: 'A fault of the service', ar: 'عطل في الخدمة' },
    cause: { en: 'Something went wrong that the service did not expect.', ar: 'حدث أمر لم تتوقعه الخدمة.' },
    mend: {
      en: 'Send it again later, a POST or PUT with the same `Idempotency-Key`. Where it stays, name the `X-Request-Id` to whoever runs the service.',
      ar: 'أعد إرساله لاحقًا، وليكن طلب POST أو PUT بمفتاح `Idempotency-Key` نفسه. وإن استمر فاذكر `X-Request-Id` لمن يشغّل الخدمة.',
    },
    example: { key: 'error.internal' },
  },
  SERVICE_UNAVAILABLE: {
    title: { en: 'The service is away for a moment', ar: 'الخدمة غائبة لحظة' },
    cause: {
      en: 'The database or the PDF renderer is away or overloaded, or too many requests of the tenant wait for their turn.',
      ar: 'قاعدة البيانات أو مولّد PDF غائب أو مثقل، أو أن طلبات كثيرة للمستأجر تنتظر دورها.',
    },
    mend: {
      en: 'Wait as long as `Retry-After` says and send it again, a POST or PUT with the same `Idempotency-Key`.',
      ar: 'انتظر المدة المذكورة في `Retry-After` ثم أعد إرساله، وليكن طلب POST أو PUT بمفتاح `Idempotency-Key` نفسه.',
    },
    example: { key: 'error.unavailable', params: { seconds: 5 } },
  },
} as const satisfies ErrorPages;
