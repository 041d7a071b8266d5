import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { requirePorts } from '../../../common/errors/start-refusal';
import type { ServiceRequest } from './request';

/** A forbidden request or a download, for the audit log. */
export interface WatchedRequest {
  readonly action: 'refused' | 'exported';
  readonly actor: Actor;
  /** `POST /purchase-orders/{id}/approve`, without the form's prefix. */
  readonly route: string;
  /** The error code or the media type of the file. */
  readonly what: string;
}

/** `watch` only queues the request: it neither delays nor fails it. */
export interface RequestWatcher {
  watch(request: WatchedRequest): void;
}

@Injectable()
export class HttpPorts implements OnApplicationBootstrap {
  watcher: RequestWatcher;

  onApplicationBootstrap(): void {
    requirePorts<HttpPorts>(this, { watcher: 'AuditModule' });
  }
}

export function notifyWatcher(
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
