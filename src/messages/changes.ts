import { catalogue } from './catalogue';

/** Of the feed of changes. */
export const changesMessages = catalogue({
  'changes.cursor': {
    en: 'This is no cursor of your changes. Pass `meta.next_cursor` of an answer on as it is, or leave it out.',
    ar: 'هذا ليس مؤشرًا لتغييراتك. مرّر `meta.next_cursor` من إحدى الإجابات كما هو، أو اتركه.',
  },
  'changes.cursor_expired': {
    en: 'Changes after this cursor are gone: they are kept for 30 days. Take all records anew by an export, and go on with the cursor that the export says.',
    ar: 'لم تعد التغييرات التي تلي هذا المؤشر محفوظة، فهي تُحفظ 30 يومًا. خذ جميع السجلات من جديد بتصدير، ثم تابع من المؤشر الذي يذكره التصدير.',
  },
  'changes.types': {
    en: '{type} is neither a kind of record nor the name of an event.',
    ar: 'ليس {type} نوع سجل ولا اسم حدث.',
  },
  'changes.too_many_wait': {
    en: 'Too many requests of your tenant wait for changes already. Try again in {seconds} seconds, or without `wait`.',
    ar: 'هناك طلبات كثيرة من جهتك تنتظر التغييرات. أعد المحاولة بعد {seconds} ثانية، أو دون `wait`.',
  },
});
