import type { Message } from '../../common/errors';
import type { MessageKey, MessageParams } from '../../common/messages';

/** Carries a catalogue message through class-validator, whose messages are plain strings. */
export function coded(key: MessageKey, params?: MessageParams): string {
  return JSON.stringify(params ? { key, params } : { key });
}

/** The catalogue message of a class-validator constraint. */
export function decoded(constraint: string, text: string, where: 'body' | 'query'): Message {
  if (constraint === 'whitelistValidation') {
    return { key: where === 'body' ? 'validation.unknown_field' : 'validation.unknown_parameter' };
  }
  if (constraint === 'nestedValidation' || constraint === 'unknownValue') return { key: 'validation.object' };
  return JSON.parse(text) as Message;
}
