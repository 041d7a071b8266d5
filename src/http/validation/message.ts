import type { Message } from '../../common/errors';
import type { MessageKey, MessageParams } from '../../common/messages';

/** Carries a catalogue message through class-validator, whose messages are plain strings. */
export function coded(key: MessageKey, params?: MessageParams): string {
  return JSON.stringify(params ? { key, params } : { key });
}

/** The catalogue message that {@link coded} made a string of. */
export function decoded(text: string): Message {
  return JSON.parse(text) as Message;
}
