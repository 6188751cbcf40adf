import { type Render, openTemplates, templateFolder } from 'content-gen/tools';

/** The templates of the files that a move writes. */
export function movingTemplates(): Render {
  return openTemplates(templateFolder(import.meta.url));
}
