import { catalogue } from './catalogue';

export const documentMessages = catalogue({
  'documents.uploaded': { en: 'The document was uploaded.', ar: 'تم رفع المستند.' },
  'documents.file_required': {
    en: 'A file is required: send it in the field "file" of the form, with a file name.',
    ar: 'الملف مطلوب: أرسله في الحقل "file" من النموذج مع اسم ملف.',
  },
  'documents.other_field': {
    en: 'Unknown field. The file belongs in the field "file".',
    ar: 'حقل غير معروف. مكان الملف هو الحقل "file".',
  },
  'documents.one_file': {
    en: 'The form has several files. Send one in each request.',
    ar: 'في النموذج عدة ملفات. أرسل ملفًا واحدًا في كل طلب.',
  },
  'documents.no_form': {
    en: 'The body is not a complete multipart form with the boundary that Content-Type names.',
    ar: 'محتوى الطلب ليس نموذج multipart مكتملًا بالفاصل (boundary) المذكور في Content-Type.',
  },
  'documents.empty': { en: 'The file is empty.', ar: 'الملف فارغ.' },
  'documents.file_name': {
    en: 'The file needs a name of at most {max} characters, without control characters.',
    ar: 'يجب أن يكون للملف اسم لا يزيد على {max} حرفًا وبلا محارف تحكّم.',
  },
  'documents.name_not_utf8': {
    en: 'The name of the file must be UTF-8 and must not contain U+FFFD.',
    ar: 'يجب أن يكون اسم الملف بترميز UTF-8 وألا يحتوي على U+FFFD.',
  },
  'documents.type_not_allowed': {
    en: 'The content of this file is of no accepted kind. Accepted: {types}.',
    ar: 'محتوى هذا الملف ليس من الأنواع المقبولة. الأنواع المقبولة: {types}.',
  },
  'documents.name_mismatch': {
    en: 'The content of the file is {type}; a name that ends in {extension} says something else.',
    ar: 'محتوى الملف من النوع {type}، وامتداد اسمه {extension} يدل على غير ذلك.',
  },
  'documents.too_many': {
    en: 'An order can have at most {max} attachments and documents.',
    ar: 'لا يمكن أن يزيد عدد مرفقات أمر الشراء ومستنداته على {max}.',
  },
  'documents.storage_full': {
    en: 'The file of {size} MB does not fit: {used} MB of the storage of {quota} MB are used. Delete drafts with documents, or ask the operator of the service for more.',
    ar: 'لا تتسع المساحة لملف حجمه {size} ميغابايت: المستخدم {used} من أصل {quota} ميغابايت. احذف مسودات لها مستندات، أو اطلب من مشغّل الخدمة مساحة أكبر.',
  },
});
