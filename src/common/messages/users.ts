import { catalogue } from './catalogue';

export const userMessages = catalogue({
  'tokens.too_many': {
    en: 'A tenant can have at most {max} live tokens. Revoke one first.',
    ar: 'يمكن أن يكون للمستأجر {max} رمزًا فعّالًا على الأكثر. ألغِ رمزًا أولًا.',
  },
});
