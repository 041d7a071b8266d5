export {
  KeyRotation,
  KeyStatus,
  type KeyUse,
  type RotatedKeys,
  type SealedValues,
  type UnreadableValue,
} from './key-rotation';
export { KeysModule } from './keys.module';
