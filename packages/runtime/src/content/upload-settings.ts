/** The `upload` section of the settings. `defaultUpload` has the defaults. */
export interface UploadSettings {
  readonly storage?: LocalStorageSettings | S3StorageSettings;
  /** The largest file, in bytes. */
  readonly sizeLimit?: number;
  /** The largest request, in bytes. A request may contain several files. */
  readonly requestSizeLimit?: number;
  /** Allowed types of files: `image/png`, `image/*`. */
  readonly allowedTypes?: readonly string[];
  /** Types that are refused even if `allowedTypes` has them. */
  readonly deniedTypes?: readonly string[];
  /** Sizes of smaller images, by the name of the format. `thumbnail` is always made. */
  readonly breakpoints?: Readonly<Record<string, number>>;
  /** Whether images are encoded again before they are stored: smaller, and without metadata. */
  readonly optimize?: boolean;
  readonly images?: ImageLimits;
}

export interface ImageLimits {
  /** The largest image, in pixels: width times height. */
  readonly maxPixels?: number;
}

interface LocalStorageSettings {
  readonly provider: 'local';
  /** Relative to the working directory of the server. */
  readonly folder?: string;
}

/** The access keys are read from `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, never from a file. */
export interface S3StorageSettings {
  readonly provider: 's3';
  readonly bucket: string;
  readonly region?: string;
  /** The address of a service other than Amazon's: `https://s3.example.com`. The bucket is then part of the path. */
  readonly endpoint?: string;
  /** Prepended to every key. */
  readonly prefix?: string;
  /** The public address of the bucket. Without it, this server redirects every request for a file to a signed link. */
  readonly baseUrl?: string;
}

/** Photos of most cameras have fewer pixels. Decoding so many takes about 350 MB of memory. */
export const defaultImages: Required<ImageLimits> = { maxPixels: 50_000_000 };

export const defaultUpload: Required<UploadSettings> = {
  storage: { provider: 'local' },
  sizeLimit: 200 * 1024 * 1024,
  requestSizeLimit: 1024 * 1024 * 1024,
  allowedTypes: [
    'image/*',
    'video/*',
    'audio/*',
    'application/pdf',
    'application/msword',
    'application/vnd.openxmlformats-officedocument.*',
    'text/plain',
    'text/csv',
  ],
  deniedTypes: [
    'application/vnd.microsoft.portable-executable',
    'application/x-msdownload',
    'application/x-msdos-program',
    'application/x-executable',
    'application/x-dosexec',
    'application/x-sh',
    'text/x-shellscript',
    'application/x-mach-binary',
  ],
  breakpoints: { large: 1000, medium: 750, small: 500 },
  optimize: true,
  images: defaultImages,
};
