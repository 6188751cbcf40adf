export { parseTarget } from './attach-target.js';
export { type FileInfo, parseFileInfos } from './file-info.js';
export { checkName } from './names.js';
export {
  type FilesFound,
  fileByKey,
  findFile,
  planFiles,
  refuseRelated,
  selectFiles,
  selectRelated,
} from './records.js';
export { isFull, noRoom, tooLarge } from './refusals.js';
export { usesOf } from './uses.js';
export { describeFile, removeFile, replaceFile, saveFiles } from './save.js';
export { placeOf } from './storage/s3.js';
export { prepareUploads, uploadsOf } from './uploads.js';
