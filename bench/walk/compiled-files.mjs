/** Loads the compiled files of the runtime in the place of its bundle, in which files cannot be told apart. */
import { register } from 'node:module';

register('./resolve-compiled.mjs', import.meta.url);
