import { catalogue } from './catalogue';

export const exportMessages = catalogue({
  'exports.started': { en: 'The export has been taken on.', ar: 'تم استلام طلب التصدير.' },
  'exports.too_many_open': {
    en: '{max} exports wait or run. Start the next one when one of them has ended.',
    ar: 'هناك {max} عمليات تصدير قيد الانتظار أو التنفيذ. ابدأ التالية بعد انتهاء إحداها.',
  },
  'exports.too_large': {
    en: 'The export took longer than {minutes} minutes. Export the resources one by one.',
    ar: 'استغرق التصدير أكثر من {minutes} دقيقة. صدّر الموارد واحدًا واحدًا.',
  },
  'exports.storage_full': {
    en: 'The files do not fit the storage quota. Remove documents, or export less.',
    ar: 'لا تتسع حصة التخزين للملفات. احذف مستندات أو صدّر أقل.',
  },
  'exports.no_longer_allowed': {
    en: 'Whoever started the export may not do so any more.',
    ar: 'لم يعد لمن بدأ التصدير أن يقوم به.',
  },
  'exports.not_for_import': {
    en: 'An import takes only: {values}.',
    ar: 'يقبل الاستيراد فقط: {values}.',
  },
});
