import { Module } from '@nestjs/common';
import { KeyRotation, KeyStatus } from './key-rotation';

/** The keys that seal secrets: what lies under each, and its replacement under traffic. */
@Module({ providers: [KeyStatus, KeyRotation] })
export class KeysModule {}
