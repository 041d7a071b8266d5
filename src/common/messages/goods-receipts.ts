import { catalogue } from './catalogue';

export const goodsReceiptMessages = catalogue({
  'receipt.over_receipt': {
    en: 'Line {line}: {received} received on top of {accepted} accepted exceeds {limit} ({ordered} ordered, {pct} % over-receipt allowed).',
    ar: 'البند {line}: استلام {received} إضافة إلى {accepted} مقبولة يتجاوز الحد {limit} (المطلوب {ordered}، ونسبة الزيادة المسموح بها {pct}٪).',
  },
  'receipt.invoiced': {
    en: 'Approved invoices rely on this receipt. Void or credit them first, or record a return.',
    ar: 'توجد فواتير معتمدة تستند إلى إذن الاستلام هذا. أبطلها أو سجّل إشعارًا دائنًا لها أولًا، أو سجّل إرجاعًا.',
  },
});
