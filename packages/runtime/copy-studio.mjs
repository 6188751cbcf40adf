// Adds the built studio to the package. A server may run already, so that all files appear together.
import { cpSync, renameSync, rmSync } from 'node:fs';

const [place, unfinished] = ['dist/studio', 'dist/studio-unfinished'];

rmSync(unfinished, { recursive: true, force: true });
cpSync('../studio/dist', unfinished, { recursive: true });
rmSync(place, { recursive: true, force: true });
renameSync(unfinished, place);
