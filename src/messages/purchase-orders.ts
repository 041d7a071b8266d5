import { catalogue } from './catalogue';

export const purchaseOrderMessages = catalogue({
  'purchase_order.created': { en: 'Purchase order created successfully.', ar: 'تم إنشاء أمر الشراء بنجاح.' },
  'purchase_order.items_required': { en: 'At least one line item is required.', ar: 'يجب إضافة بند واحد على الأقل.' },
  'purchase_order.total_zero': {
    en: 'The total of the order must be greater than zero.',
    ar: 'يجب أن يكون إجمالي أمر الشراء أكبر من صفر.',
  },
  'purchase_order.last_item': {
    en: 'The last line item of an order cannot be removed.',
    ar: 'لا يمكن حذف البند الأخير من أمر الشراء.',
  },
  'purchase_order.delete_submitted': {
    en: 'An order that was submitted once cannot be deleted. Cancel it instead.',
    ar: 'لا يمكن حذف أمر شراء سبق إرساله للاعتماد، ويمكن إلغاؤه بدلًا من ذلك.',
  },
  'purchase_order.delete_invoiced': {
    en: 'An order for which an invoice was entered cannot be deleted. Reject the invoice and cancel the order instead.',
    ar: 'لا يمكن حذف أمر شراء سُجّلت له فاتورة. ارفض الفاتورة وألغِ الأمر بدلًا من ذلك.',
  },
  'purchase_order.cancel_received': {
    en: 'An approved order of which something is received cannot be cancelled. Return the goods or close the order.',
    ar: 'لا يمكن إلغاء أمر شراء معتمد استُلم جزء منه. أرجع البضاعة أو أغلق الأمر.',
  },
  'purchase_order.cancel_invoiced': {
    en: 'An approved order that has an invoice cannot be cancelled. Reject or void its invoices, or close the order.',
    ar: 'لا يمكن إلغاء أمر شراء معتمد صدرت له فاتورة. ارفض فواتيره أو أبطلها، أو أغلق الأمر.',
  },
  'purchase_order.close_invoices_waiting': {
    en: 'The order cannot be closed while an invoice of it waits for its decision.',
    ar: 'لا يمكن إغلاق أمر الشراء ما دامت إحدى فواتيره بانتظار القرار.',
  },
  'purchase_order.closed': {
    en: 'The order was closed: nothing more of it is received, and it is not amended. Reopen it first.',
    ar: 'أُغلق أمر الشراء، فلا يُستلم منه شيء بعد ذلك ولا يُعدَّل. أعد فتحه أولًا.',
  },
  'purchase_order.closed_already': {
    en: 'The order is closed already, and no goods of it went back since.',
    ar: 'أمر الشراء مغلق من قبل، ولم تُرجع منه بضاعة بعد ذلك.',
  },
  'purchase_order.not_closed': {
    en: 'The order is not closed. Only an order that was closed can be reopened.',
    ar: 'أمر الشراء غير مغلق. لا يُعاد فتح إلا أمر شراء سبق إغلاقه.',
  },
  'purchase_order.amendment_open': {
    en: 'An amendment of this order is still waiting. Approve, reject or cancel it first.',
    ar: 'لا يزال هناك تعديل على أمر الشراء بانتظار القرار. اعتمده أو ارفضه أو ألغه أولًا.',
  },
  'purchase_order.department_required': {
    en: 'Name a department: the acting user belongs to none.',
    ar: 'حدّد القسم، فالمستخدم الحالي لا ينتمي إلى أي قسم.',
  },
  'purchase_order.nothing_to_amend': {
    en: 'An amendment must change something: items, expected_delivery_date or notes.',
    ar: 'يجب أن يغيّر التعديل شيئًا: البنود items أو تاريخ التسليم expected_delivery_date أو الملاحظات notes.',
  },
  'purchase_order.below_progress': {
    en: 'Must not be below what is already received or billed: {min}.',
    ar: 'يجب ألا يقل عن الكمية المستلمة أو المفوترة: {min}.',
  },
});
