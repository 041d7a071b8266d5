import { catalogue } from './catalogue';

export const vendorMessages = catalogue({
  'vendor.created': { en: 'Vendor created successfully.', ar: 'تم إنشاء المورّد بنجاح.' },
  'vendor.external_id_differs': {
    en: 'Must be the external id in the path, or be left out.',
    ar: 'يجب أن يكون المعرّف الخارجي الوارد في المسار، أو يُترك.',
  },
  'vendor.updated': { en: 'Vendor updated successfully.', ar: 'تم تحديث المورّد بنجاح.' },
  'vendor.blocked': { en: 'The vendor {name} is blocked.', ar: 'المورّد {name} محظور.' },
  'vendor.inactive': { en: 'The vendor {name} is not active.', ar: 'المورّد {name} غير نشط.' },
  'vendor.unblocked': { en: 'Vendor unblocked successfully.', ar: 'تم رفع الحظر عن المورّد بنجاح.' },
  'vendor.block_done': { en: 'Vendor blocked successfully.', ar: 'تم حظر المورّد بنجاح.' },
  'vendor.iban': {
    en: 'This is not a valid IBAN. Check the country, the check digits and the length.',
    ar: 'رقم الآيبان (IBAN) غير صحيح. تحقّق من رمز الدولة وخانتي التحقق وعدد الخانات.',
  },
  'vendor.bank_account_masked': {
    en: 'This is a masked account number. Send the whole number, or leave the field out to keep the stored one.',
    ar: 'هذا رقم حساب محجوب جزئيًا. أرسل الرقم كاملًا، أو اترك الحقل ليبقى الرقم المحفوظ.',
  },
  'vendor.swift': {
    en: 'This is not a SWIFT code (BIC): 8 or 11 letters and digits, such as NCBKSAJE.',
    ar: 'رمز سويفت (BIC) غير صحيح: يتكوّن من 8 أو 11 حرفًا ورقمًا، مثل NCBKSAJE.',
  },
  'vendor.bank_account_added': {
    en: 'Bank details entered. Another user has to verify them.',
    ar: 'تم إدخال البيانات البنكية. يجب أن يتحقق منها مستخدم آخر.',
  },
  'vendor.bank_account_verified': { en: 'Bank details verified.', ar: 'تم التحقق من البيانات البنكية.' },
  'vendor.bank_self_verification': {
    en: 'Whoever entered bank details may not verify them. Another user who may verify bank details has to.',
    ar: 'لا يجوز لمن أدخل البيانات البنكية أن يتحقق منها. يجب أن يتحقق منها مستخدم آخر يحق له ذلك.',
  },
  'vendor.bank_unverified': {
    en: 'Nobody has verified the newest bank details of {name}. Have another user verify them than the one who entered them.',
    ar: 'لم يتحقق أحد من أحدث البيانات البنكية للمورّد {name}. يجب أن يتحقق منها مستخدم غير الذي أدخلها.',
  },
  'vendor.bank_must_be_verified': {
    en: 'The vendor {name} has no verified bank details that are in use, and only such details may be paid. Enter the account, and have another user verify it.',
    ar: 'ليس للمورّد {name} بيانات بنكية سارية ومتحقق منها، ولا يُدفع إلا إلى مثلها. أدخل الحساب، ثم ليتحقق منه مستخدم آخر.',
  },
  'vendor.iban_of_another': {
    en: 'The vendor {name} ({id}) has, or had, the same IBAN.',
    ar: 'المورّد {name} ({id}) لديه، أو كان لديه، رقم الآيبان نفسه.',
  },
  'vendor.payment_terms': {
    en: 'Must be IMMEDIATE, or NET_ followed by 0 to {max} days, such as NET_30.',
    ar: 'يجب أن تكون القيمة IMMEDIATE أو NET_ متبوعة بعدد الأيام من 0 إلى {max}، مثل NET_30.',
  },
});
