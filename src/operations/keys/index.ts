export { KeyRotation, type RotatedKeys, type UnreadableValue } from './key-rotation';
export { KeyStatus, type KeyUse, type SealedValues } from './key-status';
export { KeysModule } from './keys.module';
