import { fileURLToPath } from 'node:url';

/**
 * The program of the image workers. This module lies as deep below the package as the bundle does, which has a copy of
 * this module.
 */
export const WORKER_PATH: string = fileURLToPath(new URL('../../worker/images.mjs', import.meta.url));
