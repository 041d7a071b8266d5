import { LANGUAGES, MESSAGES, MessageKey, translate } from './index';

const keys = Object.keys(MESSAGES) as MessageKey[];
const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

describe('messages', () => {
  it('have a text in every language', () => {
    expect(keys.length).toBeGreaterThan(100);
    for (const key of keys) {
      for (const language of LANGUAGES)
        expect({ key, text: MESSAGES[key][language].trim() }).not.toEqual({ key, text: '' });
    }
  });

  it('use Arabic letters in Arabic and none in English', () => {
    const arabic = /[\u0600-\u06ff]/;
    expect(keys.filter((key) => !arabic.test(MESSAGES[key].ar))).toEqual([]);
    expect(keys.filter((key) => arabic.test(MESSAGES[key].en))).toEqual([]);
  });

  it('have the same parameters in both languages', () => {
    const differing = keys.filter(
      (key) => placeholders(MESSAGES[key].en).join() !== placeholders(MESSAGES[key].ar).join(),
    );
    expect(differing).toEqual([]);
  });

  it('leave a placeholder without a value in place', () => {
    expect(translate('en', 'error.rate_limit', { seconds: 42 })).toContain('42');
    expect(translate('ar', 'error.rate_limit', { seconds: 42 })).toContain('42');
    expect(translate('en', 'error.rate_limit')).toContain('{seconds}');
  });

  it('insert a value of 0', () => {
    expect(translate('en', 'error.rate_limit', { seconds: 0 })).not.toContain('{seconds}');
  });
});
