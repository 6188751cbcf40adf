import type { ControllerMethod } from '../survey/pieces.js';
import type { Surveyor } from '../survey/surveyor.js';
import { corePath } from './core-path.js';

/** `called by order.create`: the stubs of these actions quote the method. */
function callers(methods: readonly ControllerMethod[], controller: string, action: string): string | undefined {
  const call = new RegExp(`\\bthis\\??\\.${action}\\b`);
  const found = methods.filter(
    (each) => each.controller === controller && each.action !== action && call.test(each.code),
  );
  if (found.length === 0) return undefined;
  return `quoted in the stubs of its callers: ${found.map((each) => each.action).join(', ')}`;
}

/** Methods of controllers that no route names. */
export function reportUncalled({ methods, routes, findings, types, interceptors }: Surveyor): void {
  for (const { api, controller, action, file, line } of methods) {
    const isRouted = routes.some(({ handler }) => handler === `${controller}.${action}`);
    const isCore = types.some((type) => type.uid === controller && corePath(type, action) !== undefined);
    if (isRouted || isCore) continue;
    const base = { outcome: 'hand', kind: 'controller', file, line, name: `${controller}.${action}` } as const;
    const isHidden = interceptors.some(({ kind, name }) => kind === 'route' && name === `routes of ${api}`);
    findings.push(
      isHidden
        ? { ...base, effect: 'differs', note: `its route may be in the routes of ${api} that only a run would show` }
        : { ...base, note: callers(methods, controller, action) ?? 'no route calls it' },
    );
  }
}
