import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { ServiceRequest } from '../../http';

/** An uploaded file on its way in: on the local disk, not looked at yet. Gone once the request is answered. */
export interface ReceivedFile {
  readonly path: string;
  /** As the client named it. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** A request whose file was read by the {@link UploadGuard}. */
export interface UploadRequest extends ServiceRequest {
  received?: ReceivedFile;
}

/** The file of a request that the {@link UploadGuard} let in. */
export const Received = createParamDecorator((_: unknown, context: ExecutionContext): ReceivedFile => {
  const { received } = context.switchToHttp().getRequest<UploadRequest>();
  if (!received) throw new Error('A route that takes a file must use the UploadGuard');
  return received;
});
