import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

import Handlebars from 'handlebars';

import { templateFolder } from './template-folder.js';

export type Render = (template: string, view: object) => string;

/** Templates only contain layout: a missing variable is an error, and helpers cannot branch. */
const strict: CompileOptions = { noEscape: true, strict: true, knownHelpersOnly: true };

export function openTemplates(folder: string = templateFolder()): Render {
  const handlebars = Handlebars.create();
  for (const file of readdirSync(join(folder, 'partials'))) {
    handlebars.registerPartial(basename(file, '.hbs'), readFileSync(join(folder, 'partials', file), 'utf8'));
  }

  const compiled = new Map<string, (view: object) => string>();
  return (template, view) => {
    let render = compiled.get(template);
    if (render === undefined) {
      render = handlebars.compile<object>(readFileSync(join(folder, `${template}.hbs`), 'utf8'), strict);
      compiled.set(template, render);
    }
    return render(view);
  };
}
