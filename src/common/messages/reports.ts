import { catalogue } from './catalogue';

export const reportMessages = catalogue({
  'report.period_too_long': {
    en: 'A report covers {years} years at most.',
    ar: 'يغطي التقرير {years} سنوات على الأكثر.',
  },
});
