import { catalogue } from './catalogue';

export const exportMessages = catalogue({
  'exports.started': { en: 'The export has been taken on.', ar: 'تم استلام طلب التصدير.' },
  'exports.too_many_open': {
    en: '{max} exports wait or run. Start the next one when one of them has ended.',
    ar: 'هناك {max} عمليات تصدير قيد الانتظار أو التنفيذ. ابدأ التالية بعد انتهاء إحداها.',
  },
  'exports.not_for_import': {
    en: 'An import takes only: {values}.',
    ar: 'يقبل الاستيراد فقط: {values}.',
  },
});
