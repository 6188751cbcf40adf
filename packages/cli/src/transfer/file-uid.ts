/** The name that Strapi gives the type of files, and that exports keep. */
export const FILE_UID = 'plugin::upload.file';
