/** `@content-gen/runtime/hono` is `dist/hono.js` of the runtime. */
const dist = new URL('../../packages/runtime/dist/', import.meta.url);

export function resolve(specifier, context, next) {
  const [, entry] = /^@content-gen\/runtime(?:\/(\w+))?$/.exec(specifier) ?? [];
  if (!specifier.startsWith('@content-gen/runtime')) return next(specifier, context);
  return next(new URL(`${entry ?? 'index'}.js`, dist).href, context);
}
