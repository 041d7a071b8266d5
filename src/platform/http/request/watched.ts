import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { requirePorts } from '../../../common/errors/start-refusal';
import type { ServiceRequest } from './request';

/** A request that is to stand in the audit log though it changed nothing: its caller was refused it, or got a file. */
export interface WatchedRequest {
  readonly action: 'refused' | 'exported';
  readonly actor: Actor;
  /** `POST /purchase-orders/{id}/approve`, without the form's prefix. */
  readonly route: string;
  /** The error code, or the file's media type. */
  readonly what: string;
}

/** Who writes them down. It only takes them in: no request waits for it, and none fails by it. */
export interface RequestWatcher {
  watch(request: WatchedRequest): void;
}

/** Where the module of the audit log plugs in. */
@Injectable()
export class HttpPorts implements OnApplicationBootstrap {
  watcher: RequestWatcher;

  /** @throws StartRefusal naming the ports that nobody set */
  onApplicationBootstrap(): void {
    requirePorts<HttpPorts>(this, { watcher: 'AuditModule' });
  }
}

/** Tells the watcher of a request whose caller is known. */
export function tell(
  watcher: RequestWatcher,
  request: Pick<ServiceRequest, 'actor' | 'method'> & { readonly route?: { readonly path?: unknown } },
  action: WatchedRequest['action'],
  what: string,
): void {
  const { actor, method, route } = request;
  if (actor) watcher.watch({ action, actor, route: `${method} ${routeOf(route?.path)}`, what });
}

/** Express' `/v1/purchase-orders/:id` as the documents write it: `/purchase-orders/{id}`. */
function routeOf(path: unknown): string {
  if (typeof path !== 'string') return '*';
  return path.replace(/^(\/api)?\/v1(?=\/|$)/, '').replace(/:(\w+)/g, '{$1}');
}
