import { catalogue } from './catalogue';

export const budgetMessages = catalogue({
  'budget.created': { en: 'Budget created successfully.', ar: 'تم إنشاء الميزانية بنجاح.' },
  'budget.no_budget': { en: 'No budget covers this document.', ar: 'لا توجد ميزانية تغطي هذا المستند.' },
  'budget.required': {
    en: 'No budget covers this document, and one is required.',
    ar: 'لا توجد ميزانية تغطي هذا المستند، والميزانية مطلوبة.',
  },
  'budget.frozen': {
    en: 'The budget {name} is frozen and takes no new commitment. Whoever manages budgets (permission budgets.write) can make it active again.',
    ar: 'الميزانية {name} مجمّدة ولا تقبل أي التزام جديد. يمكن لمن يدير الميزانيات (الصلاحية budgets.write) تنشيطها من جديد.',
  },
  'budget.closed': {
    en: 'The budget {name} is closed and takes no new commitment. A token with the ability admin can make it active again.',
    ar: 'الميزانية {name} مغلقة ولا تقبل أي التزام جديد. يمكن لرمز يملك القدرة admin تنشيطها من جديد.',
  },
  'budget.closed_year': {
    en: 'The budget {closed} of the invoice’s fiscal year is closed. The invoice was charged to {charged}.',
    ar: 'ميزانية {closed} للسنة المالية للفاتورة مغلقة. حُمّلت الفاتورة على {charged}.',
  },
  'budget.exceeded': {
    en: 'The budget {name} has {available} {currency} available; {requested} are requested, {shortfall} too many.',
    ar: 'المتاح في الميزانية {name} هو {available} {currency}، والمطلوب {requested}، بتجاوز قدره {shortfall}.',
  },
  'budget.will_exceed': {
    en: 'The budget {name} has {available} {currency} available, of which {reserved} are reserved for orders that await approval; this order asks for {requested}.',
    ar: 'المتاح في الميزانية {name} هو {available} {currency}، منها {reserved} محجوزة لأوامر بانتظار الاعتماد، وهذا الأمر يطلب {requested}.',
  },
  'budget.below_used': {
    en: 'Must not be below what is committed and spent: {used}.',
    ar: 'يجب ألا يقل عن مجموع الملتزم به والمصروف: {used}.',
  },
  'budget.fixed_once_used': {
    en: 'Cannot be changed once the budget has been used.',
    ar: 'لا يمكن تغييره بعد استخدام الميزانية.',
  },
  'budget.parts_exceed_whole': {
    en: 'CAPEX and OPEX together must not exceed the allocated amount.',
    ar: 'يجب ألا يتجاوز مجموع النفقات الرأسمالية والتشغيلية المبلغ المخصص.',
  },
  'budget.comments_after_carry': {
    en: 'The orders of this budget were carried forward, so it has all its room again. Say why it becomes active again.',
    ar: 'رُحّلت أوامر هذه الميزانية، فعاد كامل رصيدها متاحًا. اذكر سبب تنشيطها من جديد.',
  },
  'budget.carry_department': { en: 'Must be of the same department.', ar: 'يجب أن تكون للقسم نفسه.' },
  'budget.carry_category': { en: 'Must be of the same category.', ar: 'يجب أن تكون للفئة نفسها.' },
  'budget.carry_currency': { en: 'Must be in {currency}.', ar: 'يجب أن تكون بعملة {currency}.' },
  'budget.carry_year': { en: 'Must be of the fiscal year {year}.', ar: 'يجب أن تكون للسنة المالية {year}.' },
  'budget.carry_status': { en: 'Must be active; it is {status}.', ar: 'يجب أن تكون نشطة، وحالتها {status}.' },
  'budget.key_taken': {
    en: 'Another active or frozen budget has the same department, fiscal year, category and currency.',
    ar: 'توجد ميزانية أخرى نشطة أو مجمّدة للقسم والسنة المالية والفئة والعملة نفسها.',
  },
});
