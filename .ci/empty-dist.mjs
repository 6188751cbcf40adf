// Removes what an earlier build of a package has left, because its source may be gone. The studio in it is another task.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const names = existsSync('dist') ? readdirSync('dist') : [];
for (const name of names.filter((each) => each !== 'studio')) rmSync(join('dist', name), { recursive: true });
