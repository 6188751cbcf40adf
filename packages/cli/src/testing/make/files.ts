import type { UploadedFile } from '@content-gen/runtime';

type MediaClass = 'images' | 'videos' | 'files' | 'audios';

/** The smallest contents whose bytes show their class. */
const samples: Readonly<Record<MediaClass, Omit<UploadedFile, 'name'> & { readonly extension: string }>> = {
  images: {
    extension: 'png',
    data: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    ),
  },
  files: { extension: 'txt', data: Buffer.from('A file\n'), type: 'text/plain' },
  // The headers of MP4 and of MP3.
  videos: { extension: 'mp4', data: Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1') },
  audios: { extension: 'mp3', data: Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1') },
};

/** A small file of the first class that an attribute allows. */
export function sampleFile([first = 'images']: readonly MediaClass[] = [], number: number): UploadedFile {
  const { extension, ...file } = samples[first];
  return { ...file, name: `file-${number}.${extension}` };
}
