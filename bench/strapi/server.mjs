/** The Strapi project of the current folder, served as in production. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { createStrapi } = createRequire(join(process.cwd(), 'package.json'))('@strapi/strapi');
const app = await createStrapi({ appDir: process.cwd(), distDir: process.cwd() }).load();
await app.listen();
process.send?.('ready');
