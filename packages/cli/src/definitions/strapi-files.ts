/** Whether a file of a folder of `content-types` has the schema of its type: JSON, or a module that exports it. */
export function isSchemaFile(name: string): boolean {
  return /^schema\.(json|[jt]s)$/.test(name);
}

/**
 * Whether a module is a component. Strapi requires a table for each one, and a component of a user interface has no
 * table.
 */
export function isComponentModule(text: string): boolean {
  return /\bcollectionName\b/.test(text);
}
