/** The HTTP side of the runtime, imported by generated routes. */
export type { ContentDefinition } from './content/content.js';
export { json } from './http/answers.js';
export { readBody } from './http/bodies.js';
export { bulk } from './http/bulk.js';
export { type ContentEnv, content } from './http/context.js';
export { completeApp } from './http/complete.js';
export { answerError } from './http/failures.js';
export { fallback } from './http/fallback.js';
export { pluginRoutes } from './http/routes/plugins.js';
export { readQuery } from './http/request.js';
export { readValid } from './http/own-routes/valid-body.js';
export type { OwnRoute, RoutesOf } from './http/own-routes/routes-of.js';
export { type RouteInput, valid } from './http/own-routes/valid.js';
export { answerSignIn } from './http/own-routes/sign-in.js';
export { openapi } from './http/openapi.js';
export { rootApp } from './http/root.js';
export { fileRoutes } from './http/routes/files.js';
