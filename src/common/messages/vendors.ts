import { catalogue } from './catalogue';

export const vendorMessages = catalogue({
  'vendor.created': { en: 'Vendor created successfully.', ar: 'تم إنشاء المورّد بنجاح.' },
  'vendor.updated': { en: 'Vendor updated successfully.', ar: 'تم تحديث المورّد بنجاح.' },
  'vendor.blocked': { en: 'The vendor {name} is blocked.', ar: 'المورّد {name} محظور.' },
  'vendor.inactive': { en: 'The vendor {name} is not active.', ar: 'المورّد {name} غير نشط.' },
  'vendor.unblocked': { en: 'Vendor unblocked successfully.', ar: 'تم رفع الحظر عن المورّد بنجاح.' },
  'vendor.block_done': { en: 'Vendor blocked successfully.', ar: 'تم حظر المورّد بنجاح.' },
  'vendor.iban': {
    en: 'This is not a valid IBAN. Check the country, the check digits and the length.',
    ar: 'رقم الآيبان (IBAN) غير صحيح. تحقّق من رمز الدولة وخانتي التحقق وعدد الخانات.',
  },
  'vendor.payment_terms': {
    en: 'Must be IMMEDIATE, or NET_ followed by 0 to {max} days, such as NET_30.',
    ar: 'يجب أن تكون القيمة IMMEDIATE أو NET_ متبوعة بعدد الأيام من 0 إلى {max}، مثل NET_30.',
  },
});
