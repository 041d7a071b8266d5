import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { requirePorts } from '../../../common/errors/start-refusal';
import type { ServiceRequest } from './request';

/** A request without changes that the audit log records: it was forbidden, or returned a file. */
export interface WatchedRequest {
  readonly action: 'refused' | 'exported';
  readonly actor: Actor;
  /** `POST /purchase-orders/{id}/approve`, without the form's prefix. */
  readonly route: string;
  /** The error code or the media type of the file. */
  readonly what: string;
}

/** Records watched requests. `watch` only queues the request: it neither delays nor fails it. */
export interface RequestWatcher {
  watch(request: WatchedRequest): void;
}

/** The port that the audit module implements. */
@Injectable()
export class HttpPorts implements OnApplicationBootstrap {
  watcher: RequestWatcher;

  /** @throws StartRefusal with the ports that are not set */
  onApplicationBootstrap(): void {
    requirePorts<HttpPorts>(this, { watcher: 'AuditModule' });
  }
}

/** Reports an authenticated request to the watcher. */
export function tell(
  watcher: RequestWatcher,
  request: Pick<ServiceRequest, 'actor' | 'method'> & { readonly route?: { readonly path?: unknown } },
  action: WatchedRequest['action'],
  what: string,
): void {
  const { actor, method, route } = request;
  if (actor) watcher.watch({ action, actor, route: `${method} ${routeOf(route?.path)}`, what });
}

/** Converts Express' `/v1/purchase-orders/:id` to `/purchase-orders/{id}` of the documents. */
function routeOf(path: unknown): string {
  if (typeof path !== 'string') return '*';
  return path.replace(/^(\/api)?\/v1(?=\/|$)/, '').replace(/:(\w+)/g, '{$1}');
}
