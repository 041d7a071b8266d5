import { Module } from '@nestjs/common';
import { KeyRotation } from './key-rotation';
import { KeyStatus } from './key-status';

/** The keys that seal secrets: what lies under each, and its replacement under traffic. */
@Module({ providers: [KeyStatus, KeyRotation] })
export class KeysModule {}
