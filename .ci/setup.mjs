// Installs and builds the whole workspace.
import { buildAll, install } from './workspace.mjs';

install();
buildAll();
