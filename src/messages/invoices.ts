export const invoiceMessages = {
  'invoice.created': { en: 'Invoice created successfully.', ar: 'تم إنشاء الفاتورة بنجاح.' },
  'invoice.duplicate_number': {
    en: 'This vendor’s invoice number is already in use in this fiscal year.',
    ar: 'رقم فاتورة هذا المورد مستخدم من قبل في هذه السنة المالية.',
  },
  'invoice.possible_duplicate': {
    en: 'The invoice {number} ({own}) of the same vendor has the same date and total.',
    ar: 'الفاتورة {number} ({own}) للمورد نفسه لها التاريخ والإجمالي نفسهما.',
  },
  'invoice.number_alike': {
    en: 'The invoice {number} ({own}) of the same vendor differs in punctuation, spaces, leading zeros or look-alike letters of its number only.',
    ar: 'الفاتورة {number} ({own}) للمورد نفسه لا يختلف رقمها إلا في علامات الترقيم أو المسافات أو الأصفار البادئة أو الحروف المتشابهة شكلًا.',
  },
  'invoice.twin_vendor': {
    en: 'The vendor {vendor}, who has the same VAT number or IBAN, has billed {number} ({own}) too.',
    ar: 'المورد {vendor}، وله الرقم الضريبي أو الآيبان نفسه، أصدر أيضًا الفاتورة {number} ({own}).',
  },
  'invoice.vendor_or_order': {
    en: 'Give the vendor, or the purchase order the invoice bills.',
    ar: 'حدّد المورد، أو أمر الشراء الذي تخصه الفاتورة.',
  },
  'invoice.vendor_disagrees': { en: 'The purchase order is of another vendor.', ar: 'أمر الشراء يخص موردًا آخر.' },
  'invoice.currency_disagrees': { en: 'The purchase order is in {currency}.', ar: 'عملة أمر الشراء هي {currency}.' },
  'invoice.department_disagrees': {
    en: 'The purchase order is of another department.',
    ar: 'أمر الشراء يخص إدارة أخرى.',
  },
  'invoice.orders_disagree': {
    en: 'po_id and purchase_order_id name different orders.',
    ar: 'يشير po_id و purchase_order_id إلى أمري شراء مختلفين.',
  },
  'invoice.lines_twice': { en: 'Give either lines or line_items.', ar: 'أدخل lines أو line_items، وليس كليهما.' },
  'invoice.not_a_line_of_the_order': {
    en: 'Not a line of the purchase order that the invoice bills.',
    ar: 'ليس بندًا من أمر الشراء الذي تخصه الفاتورة.',
  },
  'invoice.not_matched': {
    en: 'The invoice cannot be approved: its match is {match_status}.',
    ar: 'لا يمكن اعتماد الفاتورة: نتيجة المطابقة {match_status}.',
  },
  'invoice.credit_lines_or_amount': {
    en: 'Give either lines or an amount.',
    ar: 'أدخل البنود lines أو المبلغ amount، أحدهما فقط.',
  },
  'invoice.totals_all_or_none': {
    en: 'Give subtotal, vat_amount and total together, or none of them.',
    ar: 'أدخل subtotal و vat_amount و total معًا، أو اتركها جميعًا.',
  },
  'invoice.total_does_not_add_up': {
    en: 'The subtotal {subtotal} and the VAT {vat} make {expected}, not {actual}.',
    ar: 'مجموع المبلغ قبل الضريبة {subtotal} والضريبة {vat} هو {expected} وليس {actual}.',
  },
  'invoice.too_many_decimals': {
    en: 'Has more decimals than {currency} has.',
    ar: 'عدد المنازل العشرية أكبر مما تسمح به العملة {currency}.',
  },
  'invoice.overpayment': {
    en: 'The payment of {amount} {currency} is more than the {due} {currency} due.',
    ar: 'الدفعة {amount} {currency} أكبر من المبلغ المستحق {due} {currency}.',
  },
  'invoice.payment_reference_used': {
    en: 'This reference was already used for a payment of another amount.',
    ar: 'استُخدم هذا المرجع من قبل لدفعة بمبلغ مختلف.',
  },
  'invoice.payment_reference_external_id': {
    en: 'The payment with this reference was recorded with another external_id, or with none. Change it with PUT at the payment’s address, followed by /external-id.',
    ar: 'سُجّلت الدفعة التي تحمل هذا المرجع من قبل بمعرّف external_id آخر أو بدونه. غيّره بطلب PUT على عنوان الدفعة متبوعًا بـ ‎/external-id‎.',
  },
  'invoice.payment_reference_reversed': {
    en: 'The payment with this reference was reversed; a new payment needs a reference of its own.',
    ar: 'عُكست الدفعة التي تحمل هذا المرجع؛ تحتاج الدفعة الجديدة إلى مرجع خاص بها.',
  },
  'invoice.reversal_stays': {
    en: 'This entry is itself a reversal and cannot be reversed; record a new payment instead.',
    ar: 'هذا القيد هو نفسه عكس لدفعة ولا يمكن عكسه؛ سجّل دفعة جديدة بدلًا من ذلك.',
  },
  'invoice.reversed_before': {
    en: 'This payment was reversed before; a payment is reversed once.',
    ar: 'عُكست هذه الدفعة من قبل؛ لا تُعكس الدفعة إلا مرة واحدة.',
  },
  'invoice.credit_exceeds_invoice': {
    en: 'The credit of {amount} is more than the {left} left of the invoice.',
    ar: 'الإشعار الدائن بمبلغ {amount} أكبر من المتبقي من الفاتورة وهو {left}.',
  },
  'invoice.credit_taken': {
    en: 'This vendor’s credit note number is already in use in this fiscal year.',
    ar: 'رقم الإشعار الدائن لهذا المورد مستخدم بالفعل في هذه السنة المالية.',
  },
  'invoice.credit_cancelled_before': {
    en: 'This credit note is cancelled already; a credit note is cancelled once.',
    ar: 'أُلغي هذا الإشعار الدائن من قبل؛ لا يُلغى الإشعار الدائن إلا مرة واحدة.',
  },
  'invoice.credit_billed_again': {
    en: 'Another invoice has billed what this credit note took off. Void or credit that invoice first.',
    ar: 'فُوتر ما خصمه هذا الإشعار الدائن في فاتورة أخرى. أبطل تلك الفاتورة أو سجّل إشعارًا دائنًا لها أولًا.',
  },
  'invoice.void_after_payment': {
    en: 'An invoice on which something was paid cannot be voided; reverse the payments, or record a credit note instead.',
    ar: 'لا يمكن إبطال فاتورة سُدّد منها مبلغ؛ اعكس الدفعات أو سجّل إشعارًا دائنًا بدلًا من ذلك.',
  },
  'invoice.approver_role': {
    en: 'This user may not decide on this invoice. Roles that may: {roles}.',
    ar: 'لا يحق لهذا المستخدم البت في هذه الفاتورة. الأدوار التي يحق لها ذلك: {roles}.',
  },
  'invoice.self_approval': {
    en: 'The person who entered an invoice may not approve it.',
    ar: 'لا يجوز لمن أدخل الفاتورة أن يعتمدها.',
  },
  'invoice.self_approval_changed': {
    en: 'Who changed an invoice may not approve it; somebody else has to.',
    ar: 'لا يجوز لمن عدّل الفاتورة أن يعتمدها؛ يجب أن يعتمدها شخص آخر.',
  },
  'invoice.self_approval_submitted': {
    en: 'Who submitted an invoice may not approve it; somebody else has to.',
    ar: 'لا يجوز لمن أرسل الفاتورة للاعتماد أن يعتمدها؛ يجب أن يعتمدها شخص آخر.',
  },
  'invoice.self_approval_received': {
    en: 'Who received the goods of an invoice may not approve it; somebody else has to.',
    ar: 'لا يجوز لمن استلم بضاعة الفاتورة أن يعتمدها؛ يجب أن يعتمدها شخص آخر.',
  },
  'invoice.papers_decided_on': {
    en: 'A step of the approval was already approved on these documents, so none is removed. Withdraw the invoice first; documents may be added at any time.',
    ar: 'اعتُمدت خطوة من خطوات الاعتماد بناءً على هذه المستندات، فلا يُحذف أي منها. اسحب الفاتورة أولًا؛ ويمكن إضافة المستندات في أي وقت.',
  },
  'invoice.undone_by_author': {
    en: 'A user who entered, changed or submitted an invoice may not void it, credit it or record its refund. Another user must do it.',
    ar: 'لا يجوز لمن أدخل الفاتورة أو عدّلها أو أرسلها أن يُبطلها أو يسجّل لها إشعارًا دائنًا أو استردادًا. يجب أن يفعل ذلك مستخدم آخر.',
  },
  'invoice.undone_by_payer': {
    en: 'A user who recorded a payment of an invoice may not void it, credit it or record its refund. Another user must do it.',
    ar: 'لا يجوز لمن سجّل دفعة للفاتورة أن يُبطلها أو يسجّل لها إشعارًا دائنًا أو استردادًا. يجب أن يفعل ذلك مستخدم آخر.',
  },
  'invoice.reversed_by_payer': {
    en: 'With strict controls a user who recorded a payment may not reverse it. Another user must do it.',
    ar: 'مع الضوابط الصارمة لا يجوز لمن سجّل الدفعة أن يعكسها. يجب أن يعكسها مستخدم آخر.',
  },
  'invoice.paid_by_approver': {
    en: 'Who approved an invoice may not pay it; somebody else has to record the payment.',
    ar: 'لا يجوز لمن اعتمد الفاتورة أن يسددها؛ يجب أن يسجل الدفعة شخص آخر.',
  },
  'match.no_po': {
    en: 'The invoice bills no purchase order, so there is nothing to match it with.',
    ar: 'الفاتورة غير مرتبطة بأمر شراء، فلا يوجد ما تُطابَق معه.',
  },
  'match.order_not_approved': {
    en: 'The purchase order is not approved, so nothing of it can be billed.',
    ar: 'أمر الشراء غير معتمد، فلا يمكن فوترة أي جزء منه.',
  },
  'match.order_disagrees': {
    en: 'The purchase order is of another vendor or currency than the invoice.',
    ar: 'أمر الشراء يخص موردًا آخر أو عملة أخرى غير ما في الفاتورة.',
  },
  'match.totals_mismatch': {
    en: 'The printed {figure} is {actual}, but the lines make {expected} (tolerance {tolerance}).',
    ar: 'القيمة المطبوعة في {figure} هي {actual}، بينما مجموع البنود {expected} (السماحية {tolerance}).',
  },
  'match.unmatched': {
    en: 'Line {line} fits no line of the purchase order.',
    ar: 'البند {line} لا يطابق أي بند في أمر الشراء.',
  },
  'match.price_over': {
    en: 'Line {line}: the unit price is {actual}, above the ordered {expected} (tolerance {tolerance}).',
    ar: 'البند {line}: سعر الوحدة {actual} أعلى من السعر في أمر الشراء {expected} (السماحية {tolerance}).',
  },
  'match.vat_over': {
    en: 'Line {line}: the VAT rate is {actual} %, above the ordered {expected} %.',
    ar: 'البند {line}: نسبة الضريبة {actual}٪ أعلى من النسبة في أمر الشراء {expected}٪.',
  },
  'match.qty_over_ordered': {
    en: 'Line {line}: {actual} billed in all, more than the {expected} ordered (tolerance {tolerance}).',
    ar: 'البند {line}: إجمالي الكمية المفوترة {actual} يتجاوز الكمية المطلوبة {expected} (السماحية {tolerance}).',
  },
  'match.not_received': {
    en: 'Line {line}: {actual} billed in all, {expected} accepted; nothing accepted is left to bill.',
    ar: 'البند {line}: إجمالي الكمية المفوترة {actual} والكمية المقبولة {expected}؛ لم يبقَ من المقبول ما يُفوتر.',
  },
  'match.qty_over_received': {
    en: 'Line {line}: {actual} billed in all, more than the {expected} accepted (tolerance {tolerance}).',
    ar: 'البند {line}: إجمالي الكمية المفوترة {actual} يتجاوز الكمية المقبولة {expected} (السماحية {tolerance}).',
  },
  'match.price_under': {
    en: 'Line {line}: the unit price is {actual}, below the ordered {expected} (tolerance {tolerance}).',
    ar: 'البند {line}: سعر الوحدة {actual} أقل من السعر في أمر الشراء {expected} (السماحية {tolerance}).',
  },
  'exception.approve_order': { en: 'Have the purchase order approved.', ar: 'اعتماد أمر الشراء.' },
  'exception.name_order_line': {
    en: 'Update the line with the po_line_id it bills, or have the vendor bill what was ordered.',
    ar: 'تحديث البند بتحديد po_line_id الذي يخصه، أو مطالبة المورد بفوترة ما طُلب فعلًا.',
  },
  'exception.correct_totals': {
    en: 'Update the printed totals or the lines so that they agree.',
    ar: 'تحديث الإجماليات المطبوعة أو البنود حتى تتوافق.',
  },
  'exception.correct_price': {
    en: 'Update the price after the vendor corrects it, or amend the purchase order.',
    ar: 'تحديث السعر بعد أن يصححه المورد، أو تعديل أمر الشراء.',
  },
  'exception.correct_vat': {
    en: 'Update the VAT rate after the vendor corrects it, or amend the purchase order.',
    ar: 'تحديث نسبة الضريبة بعد أن يصححها المورد، أو تعديل أمر الشراء.',
  },
  'exception.reduce_quantity': {
    en: 'Reduce the quantity to what is still open, amend the purchase order, or reject the invoice.',
    ar: 'خفض الكمية إلى المتبقي غير المفوتر، أو تعديل أمر الشراء، أو رفض الفاتورة.',
  },
  'exception.post_goods_receipt': {
    en: 'Post the goods receipt once the goods are here, or reduce the quantity to what was accepted.',
    ar: 'تسجيل إذن استلام البضاعة عند وصولها، أو خفض الكمية إلى ما تم قبوله.',
  },
  'exception.confirm_price': {
    en: 'Confirm the lower price with the vendor; an administrator may then override the match.',
    ar: 'تأكيد السعر الأقل مع المورد، ثم يمكن للمسؤول تجاوز نتيجة المطابقة.',
  },
  'exception.finance_decision': {
    en: 'Have an administrator or a finance manager decide on it.',
    ar: 'عرضها على المسؤول أو المدير المالي للبت فيها.',
  },
  'exception.reject': {
    en: 'Reject it and have the vendor bill a purchase order of its own.',
    ar: 'رفضها ومطالبة المورد بإصدار فاتورة على أمر شراء يخصه.',
  },
  'exception.unblock_vendor': {
    en: 'Unblock the vendor, or reject the invoice.',
    ar: 'إلغاء حظر المورد، أو رفض الفاتورة.',
  },
  'exception.check_duplicate': {
    en: 'Compare it with the other invoice: reject the one that is billed twice, or approve it.',
    ar: 'مقارنتها بالفاتورة الأخرى: رفض المكررة منهما، أو اعتمادها.',
  },
  'exception.verify_bank_details': {
    en: 'Have another user verify the vendor’s bank details.',
    ar: 'أن يتحقق مستخدم آخر من البيانات البنكية للمورد.',
  },
  'exception.add_budget': {
    en: 'Add a budget for its department and fiscal year, or approve it without one.',
    ar: 'إضافة ميزانية للقسم والسنة المالية، أو اعتمادها من دون ميزانية.',
  },
  'exception.decide': { en: 'Approve or reject it.', ar: 'اعتمادها أو رفضها.' },
};
