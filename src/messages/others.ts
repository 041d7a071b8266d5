import { catalogue } from './catalogue';

/** Of the modules that have a few sentences only. */
export const otherMessages = catalogue({
  'department.created': { en: 'Department created successfully.', ar: 'تم إنشاء القسم بنجاح.' },
  'project.created': { en: 'Project created successfully.', ar: 'تم إنشاء المشروع بنجاح.' },

  'receipt.over_receipt': {
    en: 'Line {line}: {received} received on top of {accepted} accepted exceeds {limit} ({ordered} ordered, {pct} % over-receipt allowed).',
    ar: 'البند {line}: استلام {received} إضافة إلى {accepted} مقبولة يتجاوز الحد {limit} (المطلوب {ordered}، ونسبة الزيادة المسموح بها {pct}٪).',
  },
  'receipt.duplicate_suspected': {
    en: 'Receipt {number} of this order has the delivery note {note} already. If it is the same delivery, cancel one of them.',
    ar: 'لإذن الاستلام {number} من أمر الشراء نفسه إشعار التسليم {note} من قبل. إن كان التسليم نفسه فألغِ أحدهما.',
  },
  'receipt.papers_invoiced': {
    en: 'Approved invoices rely on this receipt, so its documents stay.',
    ar: 'توجد فواتير معتمدة تستند إلى إذن الاستلام هذا، ولذلك تبقى مستنداته.',
  },
  'receipt.invoiced': {
    en: 'Approved invoices rely on this receipt. Void or credit them first, or record a return.',
    ar: 'توجد فواتير معتمدة تستند إلى إذن الاستلام هذا. أبطلها أو سجّل إشعارًا دائنًا لها أولًا، أو سجّل إرجاعًا.',
  },

  'settings.own_currency': {
    en: '{currency} is the tenant’s own currency: set price_tolerance_abs for it.',
    ar: '{currency} هي عملة المستأجر نفسه: اضبط لها price_tolerance_abs.',
  },
  'settings.fixed_by_controls': {
    en: 'Is {value} while `controls` is strict. An admin may set `controls` to standard first.',
    ar: 'قيمته {value} ما دام `controls` على strict. يمكن لمدير النظام تغيير `controls` إلى standard أولًا.',
  },

  'settings.fiscal_year_twice': {
    en: 'With this month a vendor would have used these numbers twice in a fiscal year: {numbers}.',
    ar: 'بهذا الشهر تكون هذه الأرقام مستخدمة مرتين لدى مورد واحد في سنة مالية واحدة: {numbers}.',
  },

  'audit.entity': {
    en: 'Must be a type, a colon and an id: purchase_order:7.',
    ar: 'يجب أن يكون نوعًا ثم نقطتين ثم معرّفًا: purchase_order:7.',
  },

  'report.period_too_long': {
    en: 'A report covers {years} years at most.',
    ar: 'يغطي التقرير {years} سنوات على الأكثر.',
  },
});
